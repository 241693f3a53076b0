package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.EngineContract;
import slipway.run.engine.Live;
import slipway.testkit.MovingClock;
import slipway.testkit.slurm.SlurmCluster;

/** The contract, on a real Slurm whose nodes are all this machine. */
class SlurmEngineContractTest extends EngineContract {

    private static SlurmCluster cluster;
    private String lost = "";

    @BeforeAll
    static void start() {
        cluster = SlurmCluster.start();
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @AfterEach
    void bringBack() {
        if (!lost.isEmpty()) {
            cluster.bringBack(lost);
        }
    }

    @Override
    protected Engine open(Path attempts) {
        var tools =
                SlurmSettings.Tooling.USUAL
                        .configuredBy(cluster.configuration())
                        .asking(Duration.ofSeconds(1));
        return SlurmEngine.open(
                SlurmSettings.of(
                                attempts,
                                MovingClock.at("2026-01-02T03:04:05Z"),
                                List.of(new SlurmSettings.Partition("ours", true)))
                        .by(tools));
    }

    @Override
    protected void loseNode(Engine engine, AttemptDirectory attempt, int rank) {
        until(() -> engine.live(attempt.id()).flatMap(Live::place).isPresent());
        lost =
                engine.live(attempt.id())
                        .flatMap(Live::place)
                        .orElseThrow()
                        .seats()
                        .get(rank)
                        .node();
        cluster.loseNode(lost);
    }

    @Override
    protected long processes(AttemptId id) {
        String variable = "SLIPWAY_ATTEMPT=" + id;
        return ProcessHandle.allProcesses()
                .filter(process -> variables(process).contains(variable))
                .count();
    }

    private static List<String> variables(ProcessHandle process) {
        try {
            Path file = Path.of("/proc", Long.toString(process.pid()), "environ");
            return List.of(Files.readString(file, ISO_8859_1).split("\0", -1));
        } catch (IOException gone) {
            return List.of();
        }
    }
}
