package slipway.spec.workload;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The program to execute on every node of the gang.
 *
 * @param workdir folder to copy, as written
 * @param setup a script that runs first
 * @param run a script; one that begins with {@code #!} names what executes it, every other is for sh
 * @param envs variables by name; one without a value must be given when the workload is submitted
 * @param secrets names of team secrets, provided as files
 * @param network whether it may access the network beyond its gang
 * @param context its environment, arguments and variables of Slurm
 */
public record Program(
        Optional<String> workdir,
        Optional<String> setup,
        String run,
        Map<String, Optional<String>> envs,
        List<String> secrets,
        Launcher launcher,
        boolean network,
        Context context) {

    public Program {
        if (run.isBlank()) {
            throw new IllegalArgumentException("There is nothing to run");
        }
        secrets = List.copyOf(secrets);
        envs = Collections.unmodifiableMap(new TreeMap<>(envs));
    }

    /**
     * @param environment software environment; empty: the software of the node
     * @param cachesSetup whether setup is skipped where nothing changed since it ran
     * @param arguments arguments of the script
     * @param slurm variables of Slurm, for scripts written for Slurm
     */
    public record Context(
            Optional<EnvironmentSpec> environment,
            boolean cachesSetup,
            List<String> arguments,
            Optional<SlurmVariables> slurm) {

        public static final Context DEFAULT =
                new Context(Optional.empty(), true, List.of(), Optional.empty());

        public Context {
            arguments = List.copyOf(arguments);
        }
    }

    /** The variables that still need a value. */
    public List<String> unset() {
        return envs.entrySet().stream()
                .filter(entry -> entry.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The launcher of the processes on each node. */
    public enum Launcher {
        TORCHRUN,
        ACCELERATE,
        DEEPSPEED,
        MPIRUN,
        /** One process for each node. */
        NONE
    }
}
