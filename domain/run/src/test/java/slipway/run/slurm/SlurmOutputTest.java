package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.run.engine.LiveAttempt;
import slipway.schedule.snapshot.Node.Condition;

/** How Slurm's words are understood. */
class SlurmOutputTest {

    private static final String MINUTE = "2026-01-02T03:04";

    @Test
    void gres_text_gives_type_count_and_device_numbers() {
        assertThat(GpuGres.parse("gpu:h100:8(S:0-1)"))
                .isEqualTo(new GpuGres(Optional.of("h100"), 8, 0));
        assertThat(GpuGres.parse("gpu:4")).isEqualTo(new GpuGres(Optional.empty(), 4, 0));
        assertThat(GpuGres.parse("gpu:a100:4(S:0),gpu:a100:4(S:1),shard:32"))
                .isEqualTo(new GpuGres(Optional.of("a100"), 8, 0));
        assertThat(GpuGres.parse("gpu:h100:3(IDX:0-1,5)"))
                .isEqualTo(new GpuGres(Optional.of("h100"), 3, 0b100011));
        assertThat(GpuGres.parse("gpu:h100:2,gpu:l4:6").count()).isEqualTo(2);
        assertThat(GpuGres.parse("shard:32,mps:100")).isEqualTo(GpuGres.NONE);
        assertThat(GpuGres.parse("gpu:x:9999(IDX:0-99999)").count()).isEqualTo(64);
    }

    @Test
    void a_node_is_ready_drained_or_failed() {
        for (String state : new String[] {"IDLE", "MIXED", "ALLOCATED+PLANNED", "IDLE+CLOUD"}) {
            assertThat(SlurmNodeDiscovery.condition(state)).as(state).isEqualTo(Condition.READY);
        }
        for (String state : new String[] {"IDLE+DRAIN", "MIXED+DRAIN", "DRAINING", "IDLE+MAINT"}) {
            assertThat(SlurmNodeDiscovery.condition(state)).as(state).isEqualTo(Condition.DRAINED);
        }
        for (String state :
                new String[] {
                    "DOWN", "DOWN*", "IDLE*", "DOWN+DRAIN", "UNKNOWN", "FAIL", "IDLE+NOT_RESPONDING"
                }) {
            assertThat(SlurmNodeDiscovery.condition(state)).as(state).isEqualTo(Condition.FAILED);
        }
    }

    @Test
    void cpu_id_ranges_are_counted() {
        assertThat(ForeignJobs.countRanges("0-3,32")).isEqualTo(5);
        assertThat(ForeignJobs.countRanges("")).isZero();
    }

    @Test
    void the_engine_state_follows_from_slurms_final_state() {
        assertThat(engineState("NODE_FAIL", false)).contains(LiveAttempt.NODE_LOST);
        assertThat(engineState("BOOT_FAIL", false)).contains(LiveAttempt.NODE_LOST);
        assertThat(engineState("OUT_OF_MEMORY", false)).contains(LiveAttempt.OUT_OF_MEMORY);
        assertThat(engineState("TIMEOUT", false)).contains(LiveAttempt.TIME_LIMIT);
        assertThat(engineState("PREEMPTED", false)).contains(LiveAttempt.PREEMPTED);
        assertThat(engineState("CANCELLED", false)).contains(LiveAttempt.ENDED_OUTSIDE);
        assertThat(engineState("CANCELLED", true)).isEmpty();
        assertThat(engineState("CANCELLED", false, "PT0S", "n1")).contains(LiveAttempt.REQUEUED);
        assertThat(engineState("CANCELLED", true, "PT0S", "n1")).isEmpty();
        assertThat(engineState("CANCELLED", false, "", "n1")).contains(LiveAttempt.NOT_STARTED);
        assertThat(engineState("CANCELLED", false, "", "")).contains(LiveAttempt.ENDED_OUTSIDE);
        assertThat(engineState("FAILED", false)).isEmpty();
        assertThat(engineState("COMPLETED", false)).isEmpty();
    }

    @Test
    void a_job_started_twice_is_requeued_unless_it_had_ended_before() {
        assertThat(startedTwice("CANCELLED", "PT2S")).isEmpty();
        assertThat(startedTwice("CANCELLED", "PT4S")).contains(LiveAttempt.REQUEUED);
        assertThat(startedTwice("FAILED", "PT2S")).isEmpty();
        assertThat(startedTwice("FAILED", "PT4S")).contains(LiveAttempt.REQUEUED);
    }

    /** Its launch.sh began when it was submitted, and Slurm says that it started it three seconds later. */
    private static Optional<String> startedTwice(String state, String untilExit) {
        var lived =
                new SqueueEntry.AttemptTimes(
                        Optional.of(Duration.ZERO), Optional.of(Duration.parse(untilExit)), false);
        return entry(state, "n1").engineState(false, lived);
    }

    private static Optional<String> engineState(String state, boolean cancelledByUs) {
        return engineState(state, cancelledByUs, "PT1S", "n1");
    }

    private static Optional<String> engineState(
            String state, boolean cancelledByUs, String untilClaim, String nodes) {
        var began = Optional.of(untilClaim).filter(time -> !time.isEmpty()).map(Duration::parse);
        return entry(state, nodes)
                .engineState(
                        cancelledByUs,
                        new SqueueEntry.AttemptTimes(began, Optional.empty(), false));
    }

    private static SqueueEntry entry(String state, String nodes) {
        SqueueEntry squeueEntry =
                SqueueEntry.parse(
                                "17|%s|0|N/A|1000|None|%s:02|%s:05|%s:06|%s|"
                                        .formatted(state, MINUTE, MINUTE, MINUTE, nodes))
                        .orElseThrow();
        assertThat(squeueEntry.over()).isTrue();
        return squeueEntry;
    }

    @Test
    void lines_that_are_not_jobs_are_skipped() {
        assertThat(SqueueEntry.parse("")).isEmpty();
        assertThat(SqueueEntry.parse("slurm_load_jobs error")).isEmpty();
        assertThat(SqueueEntry.parse("x|RUNNING|0|N/A|1000|None|N/A|N/A|N/A|n1|")).isEmpty();
    }
}
