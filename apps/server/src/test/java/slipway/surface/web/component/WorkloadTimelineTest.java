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
    void a_timeline_describes_all_spans_and_the_remaining_time() {
        WorkloadTimeline workloadTimeline = timeline(Optional.of(end(Duration.ofHours(10))));
        assertThat(workloadTimeline.words())
                .isEqualTo("Queued 1 h, attempt 1 ran 9 h, preempted, about 10 h to go.");
        assertThat(workloadTimeline.blocks().stream().map(BarSegment::kind))
                .containsExactly("queued", "running", "preempting", "ahead", "band");
        assertThat(workloadTimeline.ends()).contains("Ends Fri 00:20");
        assertThat(workloadTimeline.remaining().orElseThrow().words()).isEqualTo("10 h to go");
        assertThat(RenderedTemplate.part("life", Map.of("life", workloadTimeline)))
                .contains("aria-label=\"Queued 1 h, ")
                .contains(">Now</text>")
                .contains("<line class=\"now\"");
    }

    @Test
    void a_short_span_is_visible_and_not_covered() {
        List<BarSegment> blocks = timeline(Optional.empty()).blocks();
        BarSegment preempted = blocks.getLast();
        assertThat(preempted.until() - preempted.from()).isGreaterThan(0.004);
        assertThat(preempted.from()).isEqualTo(blocks.get(1).until());
    }

    @Test
    void an_ended_timeline_has_no_now_marker() {
        WorkloadTimeline over = timeline(Optional.empty());
        assertThat(over.isOngoing()).isFalse();
        assertThat(RenderedTemplate.part("life", Map.of("life", over))).doesNotContain(">Now<");
        assertThatThrownBy(() -> new WorkloadTimeline(List.of(), Optional.empty(), TIMES))
                .hasMessageContaining("needs a span");
    }

    @Test
    void an_estimate_that_has_passed_does_not_draw_backwards() {
        WorkloadTimeline late = timeline(Optional.of(end(Duration.ofHours(-2))));
        assertThat(late.words()).endsWith("about 0 s to go.");
        assertThat(late.blocks()).allMatch(barSegment -> barSegment.until() >= barSegment.from());
    }

    @Test
    void ticks_are_round_in_the_time_zone_of_the_viewer() {
        var kathmandu = Format.times(NOW, ZoneId.of("Asia/Kathmandu"));
        assertThat(TimeTicks.over(NOW, NOW.plus(Duration.ofHours(5)), kathmandu))
                .extracting(TimeTicks.Tick::label)
                .containsExactly("21:00", "22:00", "23:00", "Fri 18", "01:00");
        assertThat(TimeTicks.over(NOW, NOW.plus(Duration.ofDays(3)), TIMES))
                .extracting(TimeTicks.Tick::label)
                .containsExactly("Fri 18", "Sat 19", "Sun 20");
        assertThat(TimeTicks.over(NOW, NOW.plus(Duration.ofDays(80)), TIMES))
                .extracting(TimeTicks.Tick::label)
                .startsWith("18 Sep", "28 Sep", "8 Oct")
                .hasSizeLessThanOrEqualTo(9);
        assertThat(TimeTicks.over(NOW, NOW.plusSeconds(1), TIMES)).isEmpty();
    }

    private static WorkloadTimeline timeline(Optional<Estimate<Instant>> end) {
        Instant submitted = NOW.minus(Duration.ofHours(10));
        Instant started = submitted.plus(Duration.ofHours(1));
        return new WorkloadTimeline(
                List.of(
                        new WorkloadTimeline.Span(
                                StateBadge.QUEUED, submitted, started, "queued 1 h", "", ""),
                        new WorkloadTimeline.Span(
                                StateBadge.RUNNING,
                                started,
                                NOW,
                                "attempt 1 ran 9 h",
                                "Attempt 1",
                                ""),
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
