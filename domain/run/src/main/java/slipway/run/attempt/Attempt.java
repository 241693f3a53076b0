package slipway.run.attempt;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.run.engine.AttemptId;
import slipway.schedule.snapshot.Placement;
import slipway.spec.workload.Program.Context;

/**
 * One run of a workload.
 *
 * @param fence the fencing token: it grows with each attempt, and reports with an older one are refused
 * @param spec the spec of the workload as JSON
 * @param env variables for the job; no secrets
 * @param inputs data, secrets and checkpoints for the job
 */
public record Attempt(
        AttemptId id,
        long fence,
        String spec,
        Script script,
        Map<String, String> env,
        Placement placement,
        Inputs inputs) {

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,255}");

    public Attempt {
        env = Map.copyOf(env);
        for (String name : env.keySet()) {
            if (!VARIABLE.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "Not a name of a shell variable: '" + name + "'");
            }
        }
    }

    /** Whether it is one process on one node, without setup, environment or launcher. */
    boolean isSingleProcess() {
        return placement.nodes() == 1
                && script.launcher == Launcher.NONE
                && !script.isPrepared()
                && script.slurm.isEmpty();
    }

    /**
     * The program of an attempt.
     *
     * @param setup runs before the job, once on every node; if it fails, the attempt fails
     * @param run the job: shell text, or a script with an interpreter line ({@code #!})
     * @param signal the signal that asks workers to save a checkpoint, such as {@code USR1}
     * @param workdir where it runs; empty for the folder {@code work} of the attempt
     * @param surroundings environment and arguments
     * @param slurm the Slurm variables for an sbatch script, by name; empty for others
     */
    public record Script(
            Optional<String> setup,
            String run,
            Launcher launcher,
            Optional<String> signal,
            Optional<Path> workdir,
            Context surroundings,
            Map<String, String> slurm) {

        private static final Pattern SIGNAL = Pattern.compile("[A-Z][A-Z0-9+-]{1,11}");

        public Script {
            slurm = Map.copyOf(slurm);
            if (signal.isPresent() && !SIGNAL.matcher(signal.get()).matches()) {
                throw new IllegalArgumentException("'%s' is no signal".formatted(signal.get()));
            }
        }

        public static Script of(String run) {
            return new Script(
                    Optional.empty(),
                    run,
                    Launcher.NONE,
                    Optional.empty(),
                    Optional.empty(),
                    Context.DEFAULT,
                    Map.of());
        }

        public Script by(Launcher other) {
            return new Script(setup, run, other, signal, workdir, surroundings, slurm);
        }

        public Script after(String preparation) {
            return new Script(
                    Optional.of(preparation), run, launcher, signal, workdir, surroundings, slurm);
        }

        public Script within(Context other) {
            return new Script(setup, run, launcher, signal, workdir, other, slurm);
        }

        public Script in(Path folder) {
            return new Script(
                    setup, run, launcher, signal, Optional.of(folder), surroundings, slurm);
        }

        public Script asUnderSlurm(Map<String, String> variables) {
            return new Script(setup, run, launcher, signal, workdir, surroundings, variables);
        }

        /** Whether prepare.sh runs before the job. */
        boolean isPrepared() {
            return setup.isPresent() || surroundings.environment().isPresent();
        }

        public Script savingOn(String name) {
            return new Script(
                    setup, run, launcher, Optional.of(name), workdir, surroundings, slurm);
        }
    }

    /**
     * The inputs of an attempt.
     *
     * @param resumeFrom the newest verified checkpoint
     * @param saves where it saves checkpoints, if outside of its directory
     * @param data the folder of each dataset version, by its name in the spec
     * @param secrets values that the job reads from private files, by name
     */
    public record Inputs(
            Optional<String> resumeFrom,
            Optional<Path> saves,
            Map<String, Path> data,
            Map<String, String> secrets) {

        public static final Inputs NONE =
                new Inputs(Optional.empty(), Optional.empty(), Map.of(), Map.of());

        private static final Pattern FILE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

        public Inputs {
            data = Map.copyOf(data);
            secrets = Map.copyOf(secrets);
            data.keySet().forEach(Inputs::check);
            secrets.keySet().forEach(Inputs::check);
        }

        private static void check(String name) {
            if (!FILE.matcher(name).matches()) {
                throw new IllegalArgumentException("'%s' cannot be a file's name".formatted(name));
            }
        }
    }

    /** The program that starts the workers on a node. */
    public enum Launcher {
        TORCHRUN,
        ACCELERATE,
        DEEPSPEED,
        MPIRUN,
        /** One process for each node. */
        NONE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
