package slipway.run.slurm;

import java.io.IOException;
import java.util.List;
import slipway.run.engine.DiscoveredNode;

/**
 * What there is of a Slurm cluster, for somebody who only wants to look: nothing is submitted and nothing kept.
 *
 * @param version as Slurm says it
 * @param nodes of the partitions that are used
 * @param missingRights what keeps the server from running jobs under the accounts of people, where it is to
 */
public record SlurmSurvey(String version, List<DiscoveredNode> nodes, List<String> missingRights) {

    public SlurmSurvey {
        nodes = List.copyOf(nodes);
        missingRights = List.copyOf(missingRights);
    }

    /** @throws slipway.base.Problem if it is not there, too old, does not answer, or has no such partition */
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
