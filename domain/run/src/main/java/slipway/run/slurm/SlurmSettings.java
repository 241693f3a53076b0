package slipway.run.slurm;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How a Slurm cluster is used.
 *
 * @param attempts where attempt directories are: the same path on every node
 * @param partitions in the order of preference; only their nodes are seen
 * @param terms what every job is submitted under
 * @param tools how Slurm's programs are reached
 * @param type the catalog's type for the name that Slurm has for an accelerator
 * @param box the sandbox that jobs run in on the nodes
 * @param accounts the name of the account that somebody's jobs run under; empty: all run under the server's
 */
public record SlurmSettings(
        Path attempts,
        InstantSource clock,
        List<Partition> partitions,
        Terms terms,
        Tooling tools,
        UnaryOperator<String> type,
        Box box,
        Optional<UnaryOperator<String>> accounts) {

    public SlurmSettings {
        attempts = attempts.toAbsolutePath().normalize();
        partitions = List.copyOf(partitions);
        if (partitions.isEmpty()) {
            throw new IllegalArgumentException("At least one partition is used");
        }
    }

    /** As most people use it. */
    public static SlurmSettings of(Path attempts, InstantSource clock, List<Partition> partitions) {
        return new SlurmSettings(
                attempts,
                clock,
                partitions,
                Terms.NONE,
                Tooling.USUAL,
                UnaryOperator.identity(),
                Box.USUAL,
                Optional.empty());
    }

    public SlurmSettings under(Terms others) {
        return new SlurmSettings(attempts, clock, partitions, others, tools, type, box, accounts);
    }

    public SlurmSettings by(Tooling others) {
        return new SlurmSettings(attempts, clock, partitions, terms, others, type, box, accounts);
    }

    public SlurmSettings typed(UnaryOperator<String> catalog) {
        return new SlurmSettings(attempts, clock, partitions, terms, tools, catalog, box, accounts);
    }

    public SlurmSettings boxed(Box other) {
        return new SlurmSettings(attempts, clock, partitions, terms, tools, type, other, accounts);
    }

    /** Each job under the account of whoever submitted it. That keeps them apart, without a sandbox. */
    public SlurmSettings as(UnaryOperator<String> nameOf) {
        return new SlurmSettings(
                attempts,
                clock,
                partitions,
                terms,
                tools,
                type,
                box.wanted(false),
                Optional.of(nameOf));
    }

    /**
     * @param ours whether nobody else uses it: then the placement is ours to decide, else Slurm's
     */
    public record Partition(String name, boolean ours) {}

    /** What Slurm asks of a job beside its size; each as Slurm's own option of that name takes it. */
    public record Terms(
            Optional<String> account, Optional<String> qos, Optional<String> reservation) {

        public static final Terms NONE =
                new Terms(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * @param programs the folder with Slurm's programs, if they are not on the PATH
     * @param configuration the file that SLURM_CONF is to name, if not the machine's own
     * @param patience how long one command may take
     * @param every how often Slurm is asked while something of ours is there
     */
    public record Tooling(
            Optional<Path> programs,
            Optional<Path> configuration,
            Duration patience,
            Duration every) {

        public static final Tooling USUAL =
                new Tooling(
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(2));

        public Tooling configuredBy(Path file) {
            return new Tooling(programs, Optional.of(file), patience, every);
        }

        public Tooling from(Path folder) {
            return new Tooling(Optional.of(folder), configuration, patience, every);
        }

        public Tooling patient(Duration longest) {
            return new Tooling(programs, configuration, longest, every);
        }

        public Tooling asking(Duration often) {
            return new Tooling(programs, configuration, patience, often);
        }
    }

    /**
     * The sandbox on the nodes.
     *
     * @param wanted whether to use one
     * @param trusting whether an admin said that teams need nothing between them: where none works, jobs run without
     * @param hidden what no job may see, such as the data directory; the attempts of others are hidden anyway
     * @param programs where bubblewrap may be on a node; not by its PATH, which a job can choose
     */
    public record Box(boolean wanted, boolean trusting, List<Path> hidden, List<Path> programs) {

        public static final Box USUAL =
                new Box(
                        true,
                        false,
                        List.of(),
                        List.of(Path.of("/usr/bin/bwrap"), Path.of("/usr/local/bin/bwrap")));

        public Box {
            hidden = List.copyOf(hidden);
            programs = List.copyOf(programs);
        }

        boolean needed() {
            return wanted && !trusting;
        }

        public Box hiding(List<Path> paths) {
            return new Box(wanted, trusting, paths, programs);
        }

        public Box wanted(boolean told) {
            return new Box(told, trusting, hidden, programs);
        }

        public Box trusting(boolean told) {
            return new Box(wanted, told, hidden, programs);
        }

        public Box by(List<Path> others) {
            return new Box(wanted, trusting, hidden, others);
        }
    }
}
