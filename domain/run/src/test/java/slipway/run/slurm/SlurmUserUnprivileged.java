package slipway.run.slurm;

import java.nio.file.Path;
import slipway.run.engine.Engine;
import slipway.testkit.slurm.SlurmCluster;

/** By a server that is not root, which shares directories; {@link SlurmUserWithoutRootTest} runs it as one. */
class SlurmUserUnprivileged extends SlurmUserContract {

    /** Names the folder of a cluster that another process started. */
    static final String CLUSTER = "slipway.test.cluster";

    private final SlurmCluster cluster =
            SlurmCluster.joined(Path.of(System.getProperty(CLUSTER, "nowhere")));

    @Override
    SlurmCluster cluster() {
        return cluster;
    }

    @Override
    String ownerOf(String account) {
        return System.getProperty("user.name");
    }

    /** By Slurm's programs where they are: no others may be run for people. */
    @Override
    protected Engine open(Path attempts) {
        allowPassing(attempts.resolveSibling("."));
        SlurmSettings settings = settings(attempts, cluster, "ours");
        return SlurmEngine.open(
                settings().accounts().isPresent()
                        ? settings.as(settings().accounts().get())
                        : settings);
    }
}
