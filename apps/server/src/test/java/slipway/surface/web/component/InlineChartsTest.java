package slipway.surface.web.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.surface.web.component.BreakdownBar.Part;
import slipway.surface.web.component.Sparkline.Mood;

class InlineChartsTest {

    private static final Ground GROUND = new Ground(Source.MEASURED, "12 neighbours");

    @Test
    void a_sparkline_fills_its_width_and_height() {
        Sparkline sparkline = Sparkline.utilization(List.of(0.0, 0.5, 1.0));
        assertThat(sparkline.line()).isEqualTo("M0.0 19.0L32.0 10.0L64.0 1.0");
        assertThat(sparkline.area()).isEqualTo("M0.0 19.0L32.0 10.0L64.0 1.0L64.0 20L0.0 20Z");
        assertThat(sparkline.words()).isEqualTo("Utilization over the last hour, now 100\u202f%");
    }

    @Test
    void a_sparkline_has_gaps_where_nothing_was_measured() {
        Sparkline sparkline = Sparkline.utilization(List.of(1.0, Double.NaN, 0.0));
        assertThat(sparkline.line()).isEqualTo("M0.0 1.0h3M64.0 19.0h3");
        assertThat(sparkline.words()).endsWith("now 0\u202f%");
        assertThat(Sparkline.utilization(List.of()).words()).endsWith(": not measured");
        assertThat(Sparkline.utilization(List.of()).line()).isEmpty();
    }

    @Test
    void a_sparkline_is_amber_when_idle_or_little_used() {
        assertThat(Sparkline.utilization(List.of(0.9, 0.41)).mood()).isEqualTo(Mood.USED);
        assertThat(Sparkline.utilization(List.of(0.9, 0.39)).mood()).isEqualTo(Mood.LOW);
        assertThat(Sparkline.utilization(List.of(0.0, 0.0)).mood()).isEqualTo(Mood.IDLE);
        assertThat(render("spark", Sparkline.utilization(List.of(0.0))))
                .contains("data-is=\"idle\"");
        assertThat(render("spark", Sparkline.utilization(List.of(1.0))))
                .doesNotContain("data-is")
                .contains("role=\"img\"");
        assertThatThrownBy(() -> Sparkline.utilization(java.util.Collections.nCopies(501, 0.5)))
                .hasMessageContaining("Too many points");
    }

    @Test
    void a_bar_is_clamped_and_its_label_has_the_real_value() {
        assertThat(ShareBar.of("twice the budget", 2).blocks().getFirst().width())
                .isEqualTo("100.00%");
        assertThat(ShareBar.of("a credit", -1).blocks().getFirst().width()).isEqualTo("0.00%");
        assertThat(render("bar", ShareBar.progress("a \"third\"", 1 / 3.0)))
                .contains("aria-label=\"a &#34;third&#34;\"")
                .contains("<rect class=\"used\" x=\"0.00%\" width=\"33.33%\"");
        assertThatThrownBy(() -> ShareBar.of("nothing", Double.NaN)).hasMessageContaining("NaN");
    }

    @Test
    void budgets_are_aligned_and_overspending_has_its_own_color() {
        BulletGraph bulletGraph =
                bullet(8_630, 14_000, Optional.of(expected(13_000, 15_200, 16_000)));
        assertThat(bulletGraph.blocks())
                .containsExactly(
                        new BarSegment("track", 0, 0.8),
                        new BarSegment("spent", 0, 8_630 * 0.8 / 14_000),
                        new BarSegment("band", 13_000 * 0.8 / 14_000, 0.8),
                        new BarSegment("over", 0.8, 16_000 * 0.8 / 14_000));
        assertThat(bulletGraph.mid().orElseThrow().kind()).isEqualTo("mid over");
        assertThat(bulletGraph.pace()).contains("40.00%");
        assertThat(bulletGraph.words())
                .isEqualTo(
                        "vision: $8,630 of $14,000 spent, forecast $15,200 ($13,000 to $16,000)");
    }

    @Test
    void a_far_exceeded_budget_stays_within_the_drawing() {
        BulletGraph bulletGraph = bullet(90_000, 1_000, Optional.empty());
        assertThat(bulletGraph.blocks())
                .containsExactly(
                        new BarSegment("track", 0, 0.8),
                        new BarSegment("spent", 0, 0.8),
                        new BarSegment("over", 0.8, 1));
        assertThat(bulletGraph.words()).endsWith("$90,000 of $1,000 spent, no forecast yet");
        assertThatThrownBy(() -> bullet(0, 0, Optional.empty())).hasMessageContaining("$0.00");
        assertThat(render("bullet", bulletGraph)).contains("class=\"cap\" x=\"80.00%\"");
    }

    @Test
    void the_interval_takes_the_middle_of_the_scale() {
        EstimateRange estimateRange = range(100, 80, 110, 95);
        assertThat(estimateRange.band().x()).isEqualTo("20.00%");
        assertThat(estimateRange.band().width()).isEqualTo("60.00%");
        assertThat(estimateRange.inside()).isTrue();
        assertThat(estimateRange.difference()).isEqualTo("\u22125\u202f%");
        assertThat(estimateRange.words())
                .isEqualTo("Estimate $100 ($80 to $110); measured $95, inside the interval");
    }

    @Test
    void an_outlier_extends_the_scale_and_is_red() {
        EstimateRange estimateRange = range(100, 90, 110, 400);
        assertThat(estimateRange.real()).isLessThan(1).isGreaterThan(0.9);
        assertThat(estimateRange.band().until()).isLessThan(0.1);
        assertThat(render("range", estimateRange)).contains("class=\"real out\"");
        assertThat(range(100, 100, 100, 100).band().width()).isEqualTo("0.00%");
    }

    @Test
    void parts_add_up_and_only_wide_ones_are_labelled() {
        BreakdownBar breakdownBar =
                new BreakdownBar(
                        "Memory",
                        List.of(
                                new Part("Activations", 60, "60 GB"),
                                new Part("Logits", 20, "20 GB"),
                                new Part("<b>", 0, "0 B"),
                                new Part("Other", 0, "0 B")),
                        Optional.of(new Part("Free", 20, "20 GB free")));
        assertThat(breakdownBar.drawn().get(1).block())
                .isEqualTo(new BarSegment("sw-f2", 0.6, 0.8));
        assertThat(breakdownBar.drawn().getFirst().label()).contains("Activations 60 GB");
        assertThat(breakdownBar.drawn().get(1).label()).isEmpty();
        assertThat(breakdownBar.words())
                .isEqualTo(
                        "Memory by part: activations 60 GB, logits 20 GB, <b> 0 B, 1 more, 20 GB free");
        assertThat(render("parts", breakdownBar))
                .contains("&lt;b&gt;")
                .contains("text-anchor=\"end\">20 GB free")
                .contains("sw-keys");
        assertThat(new BreakdownBar("Nothing", List.of(), Optional.empty()).words())
                .isEqualTo("Nothing: no data");
        assertThatThrownBy(() -> new Part("Debt", -1, "")).hasMessageContaining("Debt");
    }

    @Test
    void a_quota_is_scaled_to_its_accelerator_type() {
        QuotaBar quotaBar = new QuotaBar("H100", 17, 16, 24, 32);
        assertThat(quotaBar.blocks())
                .containsExactly(
                        new BarSegment("room", 0, 0.75),
                        new BarSegment("own", 0, 0.5),
                        new BarSegment("used", 0, 0.5),
                        new BarSegment("borrowed", 0.5, 17 / 32.0));
        assertThat(render("quota", quotaBar))
                .contains("aria-label=\"H100: 17 used, 16 guaranteed, limit 24\"")
                .contains("<b>17</b> of 16<span class=\"sw-muted\">limit 24</span>");
        assertThat(new QuotaBar("L40S", 0, 0, 0, 0).marked()).isFalse();
        assertThatThrownBy(() -> new QuotaBar("H100", 0, 8, 4, 8))
                .hasMessageContaining("cannot be");
    }

    private static BulletGraph bullet(long spent, long budget, Optional<Estimate<Money>> ahead) {
        return new BulletGraph(
                "vision",
                Money.dollars(spent),
                Money.dollars(budget),
                ahead,
                OptionalDouble.of(0.5));
    }

    private static Estimate<Money> expected(long low, long value, long high) {
        return new Estimate<>(
                Money.dollars(value), Money.dollars(low), Money.dollars(high), List.of(GROUND));
    }

    private static EstimateRange range(long value, long low, long high, long real) {
        return EstimateRange.of(
                expected(low, value, high),
                Money.dollars(real),
                "measured",
                new EstimateRange.Unit<>(Money::millionths, Format::money));
    }

    private static String render(String name, Object mark) {
        return RenderedTemplate.part(name, Map.of(name, mark));
    }
}
