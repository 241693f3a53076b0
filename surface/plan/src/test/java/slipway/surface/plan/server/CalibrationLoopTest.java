package slipway.surface.plan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.catalog.Calibration;
import slipway.catalog.CalibrationFactor;
import slipway.evidence.EvidenceDocument;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.surface.plan.server.RecordedEstimate.Range;

/** What is kept of a workload, and what can be learnt from it. */
class CalibrationLoopTest {

    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    private static final RecordedEstimate FORECAST =
            new RecordedEstimate(
                    "H100",
                    16,
                    1_000,
                    new Range(40_000, 36_000, 44_000),
                    new Range(40, 36, 44),
                    32,
                    58_000_000_000L,
                    3,
                    List.of("12 measured neighbours"));

    private static EstimateOutcome outcome(Optional<Double> step, long seen, Optional<Long> total) {
        return new EstimateOutcome(
                "bert",
                FORECAST,
                "succeeded",
                50_000,
                step,
                seen,
                total,
                Optional.of(60_000_000_000L),
                Optional.of(500_000_000L),
                "USD");
    }

    @Test
    void what_was_kept_reads_as_it_was_written() {
        EstimateOutcome estimateOutcome = outcome(Optional.of(41.5), 900, Optional.of(1_000L));
        assertThat(EvidenceJson.read(EvidenceJson.write(estimateOutcome), EstimateOutcome.class))
                .isEqualTo(estimateOutcome);
        var calibration = new Calibration(List.of(new CalibrationFactor("H100", 1.2, 0.03, 23)));
        assertThat(EvidenceJson.read(EvidenceJson.write(calibration), Calibration.class))
                .isEqualTo(calibration);
    }

    @Test
    void a_paper_that_cannot_be_read_is_left_out() {
        var odd =
                new EvidenceDocument(
                        Kind.OUTCOME,
                        new WorkloadId("01k9x0m6c5q8v2t7r4n1h3j5ya"),
                        NOON,
                        "ada",
                        new TeamId("vision"),
                        "{\"name\": 7");
        assertThat(EvidenceJson.read(odd, EstimateOutcome.class)).isEmpty();
    }

    @Test
    void a_calibration_rests_on_the_model_alone_whatever_corrected_it_before() {
        var seen =
                outcome(Optional.of(38.4), 900, Optional.empty()).observation(NOON).orElseThrow();
        assertThat(seen.expected()).isEqualTo(32);
        assertThat(seen.measured()).isEqualTo(38.4);
    }

    @Test
    void a_script_may_call_another_amount_of_work_a_step() {
        EstimateOutcome estimateOutcome = outcome(Optional.of(4.0), 900, Optional.of(10_000L));
        assertThat(estimateOutcome.planned().orElseThrow()).isCloseTo(40, within(1e-9));
    }

    @Test
    void a_few_steps_are_no_measure_of_a_rate() {
        assertThat(outcome(Optional.of(40.0), 5, Optional.empty()).observation(NOON)).isEmpty();
        assertThat(outcome(Optional.empty(), 0, Optional.empty()).observation(NOON)).isEmpty();
    }

    @Test
    void expected_money_is_expected_time_at_the_price_that_was_paid() {
        Range cost = outcome(Optional.empty(), 0, Optional.empty()).expectedCost().orElseThrow();
        assertThat(cost.value()).isCloseTo(400_000_000, within(1.0));
        assertThat(cost.high()).isCloseTo(440_000_000, within(1.0));
    }

    @Test
    void a_factor_beyond_all_reason_is_refused() {
        assertThatThrownBy(() -> new CalibrationFactor("H100", 11, 0.1, 5))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
