package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.run.engine.LiveAttempt;
import slipway.schedule.snapshot.Node.Condition;

/** How Slurm's words are understood. */
class GresTest {

    private static final String MINUTE = "2026-01-02T03:04";

    @Test
    void accelerators_are_counted_with_their_type_and_numbers() {
        assertThat(Gres.parse("gpu:h100:8(S:0-1)")).isEqualTo(new Gres(Optional.of("h100"), 8, 0));
        assertThat(Gres.parse("gpu:4")).isEqualTo(new Gres(Optional.empty(), 4, 0));
        assertThat(Gres.parse("gpu:a100:4(S:0),gpu:a100:4(S:1),shard:32"))
                .isEqualTo(new Gres(Optional.of("a100"), 8, 0));
        assertThat(Gres.parse("gpu:h100:3(IDX:0-1,5)"))
                .isEqualTo(new Gres(Optional.of("h100"), 3, 0b100011));
        assertThat(Gres.parse("gpu:h100:2,gpu:l4:6").count()).isEqualTo(2);
        assertThat(Gres.parse("shard:32,mps:100")).isEqualTo(Gres.NONE);
        assertThat(Gres.parse("gpu:x:9999(IDX:0-99999)").count()).isEqualTo(64);
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
    void numbers_of_processors_are_counted() {
        assertThat(ForeignJobs.count("0-3,32")).isEqualTo(5);
        assertThat(ForeignJobs.count("")).isZero();
    }

    @Test
    void why_a_job_is_over_is_said_where_slurm_knows() {
        assertThat(word("NODE_FAIL", false)).contains(LiveAttempt.NODE_LOST);
        assertThat(word("BOOT_FAIL", false)).contains(LiveAttempt.NODE_LOST);
        assertThat(word("OUT_OF_MEMORY", false)).contains(LiveAttempt.OUT_OF_MEMORY);
        assertThat(word("TIMEOUT", false)).contains(LiveAttempt.TIME_LIMIT);
        assertThat(word("PREEMPTED", false)).contains(LiveAttempt.PREEMPTED);
        assertThat(word("CANCELLED", false)).contains(LiveAttempt.ENDED_OUTSIDE);
        assertThat(word("CANCELLED", true)).isEmpty();
        assertThat(word("CANCELLED", false, "PT0S", "n1")).contains(LiveAttempt.REQUEUED);
        assertThat(word("CANCELLED", true, "PT0S", "n1")).isEmpty();
        assertThat(word("CANCELLED", false, "", "n1")).contains(LiveAttempt.NOT_STARTED);
        assertThat(word("CANCELLED", false, "", "")).contains(LiveAttempt.ENDED_OUTSIDE);
        assertThat(word("FAILED", false)).isEmpty();
        assertThat(word("COMPLETED", false)).isEmpty();
    }

    @Test
    void what_slurm_started_twice_was_lost_unless_it_had_ended_by_itself_before() {
        assertThat(twice("CANCELLED", "PT2S")).isEmpty();
        assertThat(twice("CANCELLED", "PT4S")).contains(LiveAttempt.REQUEUED);
        assertThat(twice("FAILED", "PT2S")).isEmpty();
        assertThat(twice("FAILED", "PT4S")).contains(LiveAttempt.REQUEUED);
    }

    /** Its launch.sh began when it was submitted, and Slurm says that it started it three seconds later. */
    private static Optional<String> twice(String state, String took) {
        var lived =
                new SqueueEntry.Lived(
                        Optional.of(Duration.ZERO), Optional.of(Duration.parse(took)), false);
        return seen(state, "n1").word(false, lived);
    }

    private static Optional<String> word(String state, boolean ours) {
        return word(state, ours, "PT1S", "n1");
    }

    private static Optional<String> word(String state, boolean ours, String waited, String nodes) {
        var began = Optional.of(waited).filter(time -> !time.isEmpty()).map(Duration::parse);
        return seen(state, nodes).word(ours, new SqueueEntry.Lived(began, Optional.empty(), false));
    }

    private static SqueueEntry seen(String state, String nodes) {
        SqueueEntry squeueEntry =
                SqueueEntry.parse(
                                "17|%s|0|N/A|1000|None|%s:02|%s:05|%s:06|%s|"
                                        .formatted(state, MINUTE, MINUTE, MINUTE, nodes))
                        .orElseThrow();
        assertThat(squeueEntry.over()).isTrue();
        return squeueEntry;
    }

    @Test
    void lines_that_are_not_jobs_are_left_out() {
        assertThat(SqueueEntry.parse("")).isEmpty();
        assertThat(SqueueEntry.parse("slurm_load_jobs error")).isEmpty();
        assertThat(SqueueEntry.parse("x|RUNNING|0|N/A|1000|None|N/A|N/A|N/A|n1|")).isEmpty();
    }
}
