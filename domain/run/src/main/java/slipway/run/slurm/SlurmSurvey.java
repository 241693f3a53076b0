package slipway.run.slurm;

import java.io.IOException;
import java.util.List;
import slipway.run.engine.DiscoveredNode;

/**
 * A description of a Slurm cluster for {@code slipway doctor} and imports: nothing is submitted or stored.
 *
 * @param version as Slurm prints it
 * @param nodes of the configured partitions
 * @param missingRights what the server's account lacks to run jobs under the accounts of users, if configured
 */
public record SlurmSurvey(String version, List<DiscoveredNode> nodes, List<String> missingRights) {

    public SlurmSurvey {
        nodes = List.copyOf(nodes);
        missingRights = List.copyOf(missingRights);
    }

    /** @throws slipway.base.Problem if Slurm is not installed, too old, does not answer, or has no such partition */
    public static SlurmSurvey of(SlurmSettings settings) {
        SlurmChecks.version(settings);
        var slurmPrograms = new SlurmPrograms(settings.tooling());
        try {
            SlurmSnapshot slurmSnapshot =
                    new SlurmNodeDiscovery(settings, slurmPrograms, new HostList(slurmPrograms))
                            .discover();
            SlurmChecks.partitions(settings, slurmSnapshot);
            String version = slurmPrograms.outputOf("sbatch", "--version").strip();
            List<String> missingRights =
                    settings.accounts().isPresent()
                            ? AccountRights.missing(slurmPrograms, AccountLookup.serverUid())
                            : List.of();
            return new SlurmSurvey(
                    version.replaceFirst("(?i)slurm(-wlm)? ", ""),
                    slurmSnapshot.discovered(),
                    missingRights);
        } catch (IOException e) {
            throw SlurmChecks.noAnswer(e);
        }
    }
}
