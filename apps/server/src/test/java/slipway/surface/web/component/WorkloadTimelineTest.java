package slipway.surface.web.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;

class WorkloadTimelineTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final TimeFormat TIMES = Format.times(NOW, ZoneOffset.UTC);
    private static final Ground GROUND = new Ground(Source.MEASURED, "12 neighbours");

    @Test
    void a_life_tells_all_its_stretches_and_what_is_to_come() {
        WorkloadTimeline workloadTimeline = life(Optional.of(end(Duration.ofHours(10))));
        assertThat(workloadTimeline.words())
                .isEqualTo("Queued 1 h, attempt 1 ran 9 h, preempted, about 10 h to go.");
        assertThat(workloadTimeline.blocks().stream().map(BarSegment::kind))
                .containsExactly("queued", "running", "preempting", "ahead", "band");
        assertThat(workloadTimeline.ends()).contains("Ends Fri 00:20");
        assertThat(workloadTimeline.toGo().orElseThrow().words()).isEqualTo("10 h to go");
        assertThat(Drawn.part("life", Map.of("life", workloadTimeline)))
                .contains("aria-label=\"Queued 1 h, ")
                .contains(">Now</text>")
                .contains("<line class=\"now\"");
    }

    @Test
    void however_short_a_stretch_was_it_is_seen_and_nothing_lies_over_it() {
        List<BarSegment> blocks = life(Optional.empty()).blocks();
        BarSegment preempted = blocks.getLast();
        assertThat(preempted.until() - preempted.from()).isGreaterThan(0.004);
        assertThat(preempted.from()).isEqualTo(blocks.get(1).until());
    }

    @Test
    void a_life_that_is_over_has_no_now() {
        WorkloadTimeline over = life(Optional.empty());
        assertThat(over.goesOn()).isFalse();
        assertThat(Drawn.part("life", Map.of("life", over))).doesNotContain(">Now<");
        assertThatThrownBy(() -> new WorkloadTimeline(List.of(), Optional.empty(), TIMES))
                .hasMessageContaining("has begun");
    }

    @Test
    void an_estimate_that_has_passed_does_not_draw_backwards() {
        WorkloadTimeline late = life(Optional.of(end(Duration.ofHours(-2))));
        assertThat(late.words()).endsWith("about 0 s to go.");
        assertThat(late.blocks()).allMatch(barSegment -> barSegment.until() >= barSegment.from());
    }

    @Test
    void ticks_are_round_where_the_reader_is() {
        var kathmandu = Format.times(NOW, ZoneId.of("Asia/Kathmandu"));
        assertThat(TimeTicks.over(NOW, NOW.plus(Duration.ofHours(5)), kathmandu))
                .extracting(TimeTicks.Tick::words)
                .containsExactly("21:00", "22:00", "23:00", "Fri 18", "01:00");
        assertThat(TimeTicks.over(NOW, NOW.plus(Duration.ofDays(3)), TIMES))
                .extracting(TimeTicks.Tick::words)
                .containsExactly("Fri 18", "Sat 19", "Sun 20");
        assertThat(TimeTicks.over(NOW, NOW.plus(Duration.ofDays(80)), TIMES))
                .extracting(TimeTicks.Tick::words)
                .startsWith("18 Sep", "28 Sep", "8 Oct")
                .hasSizeLessThanOrEqualTo(9);
        assertThat(TimeTicks.over(NOW, NOW.plusSeconds(1), TIMES)).isEmpty();
    }

    private static WorkloadTimeline life(Optional<Estimate<Instant>> end) {
        Instant begun = NOW.minus(Duration.ofHours(10));
        Instant ran = begun.plus(Duration.ofHours(1));
        return new WorkloadTimeline(
                List.of(
                        new WorkloadTimeline.Span(
                                StateBadge.QUEUED, begun, ran, "queued 1 h", "", ""),
                        new WorkloadTimeline.Span(
                                StateBadge.RUNNING, ran, NOW, "attempt 1 ran 9 h", "Attempt 1", ""),
                        new WorkloadTimeline.Span(
                                StateBadge.PREEMPTING, NOW, NOW, "preempted", "", "Preempted")),
                end,
                TIMES);
    }

    private static Estimate<Instant> end(Duration ahead) {
        Instant end = NOW.plus(ahead);
        return new Estimate<>(end, end.minusSeconds(600), end.plusSeconds(600), List.of(GROUND));
    }
}
