package slipway.run.slurm;

import java.io.IOException;
import java.util.List;
import slipway.run.engine.Found;

/**
 * What there is of a Slurm cluster, for somebody who only wants to look: nothing is submitted and nothing kept.
 *
 * @param version as Slurm says it
 * @param nodes of the partitions that are used
 */
public record SlurmSurvey(String version, List<Found> nodes) {

    public SlurmSurvey {
        nodes = List.copyOf(nodes);
    }

    /** @throws slipway.base.Problem if it is not there, too old, does not answer, or has no such partition */
    public static SlurmSurvey of(SlurmSettings settings) {
        Checks.version(settings);
        var tools = new Tools(settings.tools());
        try {
            Picture picture = new Discovery(settings, tools, new Names(tools)).look();
            Checks.partitions(settings, picture);
            String said = tools.told("sbatch", "--version").strip();
            return new SlurmSurvey(said.replaceFirst("(?i)slurm(-wlm)? ", ""), picture.found());
        } catch (IOException e) {
            throw Checks.silent(e);
        }
    }
}
