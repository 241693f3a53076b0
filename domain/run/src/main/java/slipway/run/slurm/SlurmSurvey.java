package slipway.run.slurm;

import java.io.IOException;
import java.util.List;
import slipway.run.engine.DiscoveredNode;

/**
 * What there is of a Slurm cluster, for somebody who only wants to look: nothing is submitted and nothing kept.
 *
 * @param version as Slurm says it
 * @param nodes of the partitions that are used
 * @param lacking what keeps the server from running jobs under the accounts of people, where it is to
 */
public record SlurmSurvey(String version, List<DiscoveredNode> nodes, List<String> lacking) {

    public SlurmSurvey {
        nodes = List.copyOf(nodes);
        lacking = List.copyOf(lacking);
    }

    /** @throws slipway.base.Problem if it is not there, too old, does not answer, or has no such partition */
    public static SlurmSurvey of(SlurmSettings settings) {
        SlurmChecks.version(settings);
        var slurmPrograms = new SlurmPrograms(settings.tools());
        try {
            SlurmSnapshot slurmSnapshot =
                    new SlurmNodeDiscovery(settings, slurmPrograms, new HostList(slurmPrograms))
                            .look();
            SlurmChecks.partitions(settings, slurmSnapshot);
            String said = slurmPrograms.told("sbatch", "--version").strip();
            List<String> lacking =
                    settings.accounts().isPresent()
                            ? AccountRights.lacking(slurmPrograms, AccountLookup.own())
                            : List.of();
            return new SlurmSurvey(
                    said.replaceFirst("(?i)slurm(-wlm)? ", ""), slurmSnapshot.found(), lacking);
        } catch (IOException e) {
            throw SlurmChecks.silent(e);
        }
    }
}
