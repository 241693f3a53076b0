package slipway.run.slurm;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Settings of the Slurm engine.
 *
 * @param attempts folder of the attempt directories, the same path on every node
 * @param partitions in the order of preference; other nodes are ignored
 * @param submitOptions what every job is submitted under
 * @param tooling how Slurm's programs are reached
 * @param catalogType the catalog's type for the name that Slurm has for an accelerator
 * @param sandbox the sandbox that jobs run in on the nodes
 * @param accounts maps a user to the account of their jobs; empty: all jobs run under the server's account
 */
public record SlurmSettings(
        Path attempts,
        InstantSource clock,
        List<Partition> partitions,
        SubmitOptions submitOptions,
        Tooling tooling,
        UnaryOperator<String> catalogType,
        Sandbox sandbox,
        Optional<UnaryOperator<String>> accounts) {

    public SlurmSettings {
        attempts = attempts.toAbsolutePath().normalize();
        partitions = List.copyOf(partitions);
        if (partitions.isEmpty()) {
            throw new IllegalArgumentException("At least one partition is used");
        }
    }

    /** Settings with all defaults. */
    public static SlurmSettings of(Path attempts, InstantSource clock, List<Partition> partitions) {
        return new SlurmSettings(
                attempts,
                clock,
                partitions,
                SubmitOptions.NONE,
                Tooling.DEFAULT,
                UnaryOperator.identity(),
                Sandbox.DEFAULT,
                Optional.empty());
    }

    public SlurmSettings under(SubmitOptions other) {
        return new SlurmSettings(
                attempts, clock, partitions, other, tooling, catalogType, sandbox, accounts);
    }

    public SlurmSettings by(Tooling other) {
        return new SlurmSettings(
                attempts, clock, partitions, submitOptions, other, catalogType, sandbox, accounts);
    }

    public SlurmSettings typed(UnaryOperator<String> catalog) {
        return new SlurmSettings(
                attempts, clock, partitions, submitOptions, tooling, catalog, sandbox, accounts);
    }

    public SlurmSettings sandboxed(Sandbox other) {
        return new SlurmSettings(
                attempts, clock, partitions, submitOptions, tooling, catalogType, other, accounts);
    }

    /** Runs each job under the account of its submitter, which isolates jobs without a sandbox. */
    public SlurmSettings as(UnaryOperator<String> nameOf) {
        return new SlurmSettings(
                attempts,
                clock,
                partitions,
                submitOptions,
                tooling,
                catalogType,
                sandbox.wanted(false),
                Optional.of(nameOf));
    }

    /**
     * @param ours whether only Slipway submits to it: then Slipway places jobs on nodes, else Slurm does
     */
    public record Partition(String name, boolean ours) {}

    /** Options that Slurm may require of a job, each in the syntax of Slurm's option of that name. */
    public record SubmitOptions(
            Optional<String> account, Optional<String> qos, Optional<String> reservation) {

        public static final SubmitOptions NONE =
                new SubmitOptions(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * @param programs the folder with Slurm's programs, if they are not on the PATH
     * @param configuration the file that SLURM_CONF is to name, if not the machine's own
     * @param timeout how long one command may take
     * @param pollInterval how often Slurm is asked while something of ours is there
     */
    public record Tooling(
            Optional<Path> programs,
            Optional<Path> configuration,
            Duration timeout,
            Duration pollInterval) {

        public static final Tooling DEFAULT =
                new Tooling(
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(2));

        public Tooling configuredBy(Path file) {
            return new Tooling(programs, Optional.of(file), timeout, pollInterval);
        }

        public Tooling from(Path folder) {
            return new Tooling(Optional.of(folder), configuration, timeout, pollInterval);
        }

        public Tooling withTimeout(Duration longest) {
            return new Tooling(programs, configuration, longest, pollInterval);
        }

        public Tooling polling(Duration often) {
            return new Tooling(programs, configuration, timeout, often);
        }
    }

    /**
     * The sandbox on the nodes.
     *
     * @param wanted whether to use one
     * @param trusting whether an admin declared that teams trust each other: where no sandbox works, jobs run without
     * @param hidden folders that no job may see, such as the data directory; the attempts of others are always hidden
     * @param programs possible paths of bubblewrap on a node; its PATH is not used, because a job can choose it
     */
    public record Sandbox(
            boolean wanted, boolean trusting, List<Path> hidden, List<Path> programs) {

        public static final Sandbox DEFAULT =
                new Sandbox(
                        true,
                        false,
                        List.of(),
                        List.of(Path.of("/usr/bin/bwrap"), Path.of("/usr/local/bin/bwrap")));

        public Sandbox {
            hidden = List.copyOf(hidden);
            programs = List.copyOf(programs);
        }

        boolean required() {
            return wanted && !trusting;
        }

        public Sandbox hiding(List<Path> paths) {
            return new Sandbox(wanted, trusting, paths, programs);
        }

        public Sandbox wanted(boolean value) {
            return new Sandbox(value, trusting, hidden, programs);
        }

        public Sandbox trusting(boolean value) {
            return new Sandbox(wanted, value, hidden, programs);
        }

        public Sandbox withPrograms(List<Path> other) {
            return new Sandbox(wanted, trusting, hidden, other);
        }
    }
}
