package slipway.run.slurm;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.EngineContract;
import slipway.run.engine.LiveAttempt;
import slipway.testkit.slurm.SlurmCluster;

/** The contract, on a real Slurm whose nodes are all this machine. */
@Tag("slurm")
class SlurmEngineContractTest extends EngineContract {

    private static SlurmCluster cluster;
    private String lost = "";

    @BeforeAll
    static void start() {
        cluster = SlurmCluster.start();
    }

    @AfterAll
    static void end() {
        if (cluster != null) { // what it needs may be missing
            cluster.close();
        }
    }

    @AfterEach
    void bringBack() {
        if (!lost.isEmpty()) {
            cluster.bringBack(lost);
        }
    }

    @Override
    protected Engine open(Path attempts) {
        return SlurmEngine.open(SlurmTestBase.settings(attempts, cluster, "ours"));
    }

    @Override
    protected void loseNode(Engine engine, AttemptDirectory attempt, int rank) {
        until(() -> engine.live(attempt.id()).flatMap(LiveAttempt::placement).isPresent());
        lost =
                engine.live(attempt.id())
                        .flatMap(LiveAttempt::placement)
                        .orElseThrow()
                        .seats()
                        .get(rank)
                        .node();
        cluster.loseNode(lost);
    }

    @Override
    protected long processes(AttemptId id) {
        return SlurmTestBase.processesOf(id);
    }
}
