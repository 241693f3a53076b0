package slipway.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.GpuTime;
import slipway.base.Money;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.catalog.Calibration;
import slipway.catalog.CalibrationFactor;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.RecordedEstimate.Range;

class EstimateOutcomeTest {

    private static final Currency USD = Currency.getInstance("USD");
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    private static final RecordedEstimate ESTIMATE =
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

    private static EstimateOutcome outcome(
            Optional<Double> step, long observedSteps, Optional<Long> total) {
        return new EstimateOutcome(
                "bert",
                ESTIMATE,
                "succeeded",
                50_000,
                step,
                observedSteps,
                total,
                Optional.of(60_000_000_000L),
                Optional.of(500_000_000L),
                "USD");
    }

    @Test
    void an_ended_attempt_is_compared_per_accelerator() {
        EstimateOutcome outcome =
                EstimateOutcome.of(
                        new EndedAttempt(
                                "bert",
                                "ada",
                                new TeamId("vision"),
                                "succeeded",
                                GpuTime.of(16_000, Duration.ofSeconds(50_000)),
                                new EndedAttempt.Steps(
                                        Optional.of(Duration.ofMillis(41_500)),
                                        900,
                                        Optional.of(1_000L)),
                                Optional.of(new Bytes(60_000_000_000L)),
                                new EndedAttempt.Cost(
                                        Optional.of(new Money(500_000_000, USD)), USD)),
                        ESTIMATE);
        assertThat(outcome).isEqualTo(outcome(Optional.of(41.5), 900, Optional.of(1_000L)));
    }

    @Test
    void a_stored_document_reads_back_equal() {
        EstimateOutcome estimateOutcome = outcome(Optional.of(41.5), 900, Optional.of(1_000L));
        assertThat(EvidenceJson.read(EvidenceJson.write(estimateOutcome), EstimateOutcome.class))
                .isEqualTo(estimateOutcome);
        var calibration = new Calibration(List.of(new CalibrationFactor("H100", 1.2, 0.03, 23)));
        assertThat(EvidenceJson.read(EvidenceJson.write(calibration), Calibration.class))
                .isEqualTo(calibration);
    }

    @Test
    void an_unreadable_document_is_skipped() {
        var broken =
                new EvidenceDocument(
                        Kind.OUTCOME,
                        new WorkloadId("01k9x0m6c5q8v2t7r4n1h3j5ya"),
                        NOON,
                        "ada",
                        new TeamId("vision"),
                        "{\"name\": 7");
        assertThat(EvidenceJson.read(broken, EstimateOutcome.class)).isEmpty();
    }

    @Test
    void an_observation_compares_with_the_uncalibrated_estimate() {
        var observation =
                outcome(Optional.of(38.4), 900, Optional.empty()).observation(NOON).orElseThrow();
        assertThat(observation.expected()).isEqualTo(32);
        assertThat(observation.measured()).isEqualTo(38.4);
    }

    @Test
    void a_step_of_the_script_is_converted_to_a_step_of_the_plan() {
        EstimateOutcome estimateOutcome = outcome(Optional.of(4.0), 900, Optional.of(10_000L));
        assertThat(estimateOutcome.planned().orElseThrow()).isCloseTo(40, within(1e-9));
    }

    @Test
    void a_few_steps_are_no_observation() {
        assertThat(outcome(Optional.of(40.0), 5, Optional.empty()).observation(NOON)).isEmpty();
        assertThat(outcome(Optional.empty(), 0, Optional.empty()).observation(NOON)).isEmpty();
    }

    @Test
    void the_expected_cost_is_the_estimated_time_at_the_price_that_was_paid() {
        Range cost = outcome(Optional.empty(), 0, Optional.empty()).expectedCost().orElseThrow();
        assertThat(cost.value()).isCloseTo(400_000_000, within(1.0));
        assertThat(cost.high()).isCloseTo(440_000_000, within(1.0));
    }

    @Test
    void a_factor_above_ten_is_refused() {
        assertThatThrownBy(() -> new CalibrationFactor("H100", 11, 0.1, 5))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
