package slipway.run.slurm;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.Format;

/** Checks that Slurm is installed, new enough, and has the configured partitions. */
final class SlurmChecks {

    /** Slurm cannot be used. */
    static final ProblemCode NO_SLURM =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "no-slurm",
                    "Slurm is not installed beside the server, is too old, or does not answer.");

    /** The configuration names something that Slurm does not have. */
    static final ProblemCode NO_PARTITION =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-such-partition",
                    "The configuration names a partition that Slurm does not have.");

    private static final Pattern VERSION =
            Pattern.compile("(?s)slurm(?:-wlm)? ([0-9]{1,4})\\.([0-9]{1,2}).*");

    private static final int OLDEST = 22 * 100 + 5;

    private SlurmChecks() {}

    static void version(SlurmSettings settings) {
        String version;
        try {
            version = new SlurmPrograms(settings.tooling()).outputOf("sbatch", "--version");
        } catch (SlurmPrograms.NoAnswer e) {
            throw noAnswer(e);
        } catch (IOException e) {
            throw new Problem(
                            NO_SLURM,
                            "Slurm cannot be used.",
                            "Its program sbatch did not run: %s.".formatted(e.getMessage()),
                            "Install Slurm's client programs on the server's machine (Debian: slurm-client).")
                    .causedBy(e);
        }
        Matcher matcher = VERSION.matcher(version.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()
                || Integer.parseInt(matcher.group(1)) * 100 + Integer.parseInt(matcher.group(2))
                        < OLDEST) {
            throw new Problem(
                    NO_SLURM,
                    "This Slurm is too old.",
                    "Its version is '%s'; Slipway needs 22.05 or newer."
                            .formatted(version.strip().lines().findFirst().orElse("")),
                    "Upgrade Slurm to 22.05 or newer.");
        }
    }

    static void partitions(SlurmSettings settings, SlurmSnapshot slurmSnapshot) {
        List<String> unknown =
                settings.partitions().stream()
                        .map(SlurmSettings.Partition::name)
                        .filter(name -> !slurmSnapshot.timeLimits().containsKey(name))
                        .toList();
        if (!unknown.isEmpty()) {
            throw new Problem(
                    NO_PARTITION,
                    "The configuration names the partition %s.".formatted(Format.list(unknown)),
                    "Slurm has %s."
                            .formatted(
                                    Format.list(
                                            List.copyOf(
                                                    new TreeSet<>(
                                                            slurmSnapshot.timeLimits().keySet())))),
                    "Use partitions that sinfo lists under the server's account.");
        }
    }

    static Problem noAnswer(IOException e) {
        return new Problem(
                        NO_SLURM,
                        "Slurm does not answer.",
                        "%s.".formatted(e.getMessage()),
                        "Check whether slurmctld runs (scontrol ping), and start the server again.")
                .causedBy(e);
    }
}
