package slipway.plan.pilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.plan.pilot.PilotResult.Activity;
import slipway.plan.pilot.PilotTrace.Peak;

class PilotRecordTest {

    private static final WorkloadId ID = new WorkloadId("01k9x0m6c5q8v2t7r4n1h3j5ya");

    private static final PilotRecord MEASURED =
            new PilotRecord(
                    Optional.of(
                            new PilotResult(
                                    Duration.ofMillis(12_031),
                                    new PilotResult.Steps(3, 40, Optional.of(400L)),
                                    new PilotResult.StepTimes(
                                            new WarmUp(5, true, 5),
                                            new Estimate<>(
                                                    micros(104_210),
                                                    micros(101_080),
                                                    micros(107_340),
                                                    List.of(
                                                            new Ground(
                                                                    Source.MEASURED,
                                                                    "35 steps of a pilot"))),
                                            micros(103_900),
                                            Optional.of(0.041)),
                                    Optional.of(
                                            new Activity(
                                                    2,
                                                    Duration.ofMillis(6_012),
                                                    Optional.of(100L),
                                                    true)),
                                    Optional.empty(),
                                    Optional.of(new Bytes(2_600_000)),
                                    new Peak(Optional.of(new Bytes(912_680_000)), Optional.empty()),
                                    List.of("One remark.", "\"Ü\"\n."))),
                    "It ended with exit code 0.",
                    "",
                    new FullRunGoal.Place("H100", 16_000, 2, true));

    private static final String MEASURED_JSON =
            """
            {"measured":{"start":12031000,"first":3,"steps":40,"total":400,"dropped":5,"settled":true,\
            "group":5,"step":104210,"low":101080,"high":107340,"median":103900,\
            "save":{"times":2,"each":6012000,"apart":100,"told":true},"waits":41000,"checkpoint":2600000,\
            "host":912680000,"remarks":["One remark.","\\"Ü\\"\\n."]},\
            "because":"It ended with exit code 0.","next":"","type":"H100","thousandths":16000,"machines":2,\
            "spot":true}""";

    private static final PilotRecord INSUFFICIENT =
            new PilotRecord(
                    Optional.empty(),
                    "It failed. The last it printed:\nError",
                    "Correct that.",
                    new FullRunGoal.Place("cpu", 4_000, 1, false));

    private static final String INSUFFICIENT_JSON =
            """
            {"because":"It failed. The last it printed:\\nError","next":"Correct that.","type":"cpu",\
            "thousandths":4000,"machines":1,"spot":false}""";

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1_000);
    }

    private static Fact.WorkloadEnded end(String outcome, String because) {
        return new Fact.WorkloadEnded(ID, 1, outcome, Optional.empty(), because);
    }

    private static PilotRecord withoutSteps(Fact.WorkloadEnded end) {
        var trace = new PilotTrace(List.of(), List.of(), Optional.empty(), Peak.UNSEEN);
        return PilotRecord.of(trace, INSUFFICIENT.place(), end, "It printed nothing.");
    }

    /** Records of earlier versions are in databases. */
    @Test
    void the_stored_form_is_stable() {
        assertThat(MEASURED.json()).isEqualTo(MEASURED_JSON);
        assertThat(PilotRecord.read(MEASURED_JSON)).isEqualTo(MEASURED);
        assertThat(INSUFFICIENT.json()).isEqualTo(INSUFFICIENT_JSON);
        assertThat(PilotRecord.read(INSUFFICIENT_JSON)).isEqualTo(INSUFFICIENT);
    }

    @Test
    void a_damaged_record_is_refused() {
        assertThatThrownBy(() -> PilotRecord.read("{\"measured\":{}}"))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_failed_pilot_without_steps_shows_its_error_and_output() {
        PilotRecord failed = withoutSteps(end("failed", "It ended with exit code 1."));
        assertThat(failed.result()).isEmpty();
        assertThat(failed.because()).isEqualTo("It ended with exit code 1. It printed nothing.");
        assertThat(failed.next()).endsWith("slipway logs " + ID);
    }

    @Test
    void a_successful_pilot_without_steps_says_what_is_missing() {
        assertThat(withoutSteps(end("succeeded", "")).because()).doesNotContain("printed nothing");
    }

    @Test
    void a_pilot_that_never_started_says_how_it_ended() {
        var unstarted = PilotRecord.ofUnstarted(INSUFFICIENT.place(), end("cancelled", ""));
        assertThat(unstarted.because()).isEqualTo("It was cancelled.");
    }
}
