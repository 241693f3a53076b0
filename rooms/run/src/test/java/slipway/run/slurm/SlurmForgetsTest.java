package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import slipway.run.engine.Launch;
import slipway.run.engine.Signal;
import slipway.testkit.slurm.SlurmCluster;

/** A server that was away for longer than Slurm remembers. */
class SlurmForgetsTest extends SlurmGround {

    private static SlurmCluster cluster;

    @BeforeAll
    static void start() {
        cluster = SlurmCluster.forgettingAfter(2);
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @Override
    SlurmCluster cluster() {
        return cluster;
    }

    @Test
    void what_slurm_has_forgotten_is_gone_and_its_files_say_how_it_ended() {
        Launch ended = run(SAY_HELLO, 1);
        Launch goesOn = run(GO_ON, 1);
        untilGoing(goesOn);
        engine().close();
        until(() -> exits(ended).containsKey(0));
        untilForgotten(ended);
        reopen();
        untilGone(ended);
        assertThat(word(ended)).isEmpty();
        assertThat(exits(ended)).containsEntry(0, 0);
        assertThat(live(goesOn).orElseThrow().gone()).isFalse();
        engine().signal(goesOn.id(), Signal.KILL);
        untilGone(goesOn);
    }

    /** It looks for such jobs every so often: that may take two of the ground's waits. */
    private void untilForgotten(Launch launch) {
        try {
            until(() -> numbers(launch).isEmpty());
        } catch (AssertionError notYet) {
            until(() -> numbers(launch).isEmpty());
        }
    }
}
