package slipway.spec.workload;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is executed, on every node of the gang.
 *
 * @param workdir the folder whose files it gets, as written
 * @param setup a script that runs first
 * @param run a script; one that begins with {@code #!} names what executes it, every other is for sh
 * @param envs variables by name; one without a value must be given when the workload is submitted
 * @param secrets of its team, which it finds as files
 * @param network whether it may reach anything beyond its own gang
 * @param context what it finds around it
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
     * @param environment what is installed; left out, what the node has
     * @param cachesSetup whether setup is left out where nothing changed since it ran
     * @param arguments what the script is given
     * @param slurm the variables of Slurm that it finds; only a script that was written for Slurm wants any
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

    /** Who starts the processes of each node. */
    public enum Launcher {
        TORCHRUN,
        ACCELERATE,
        DEEPSPEED,
        MPIRUN,
        /** One process for each node. */
        NONE
    }
}
