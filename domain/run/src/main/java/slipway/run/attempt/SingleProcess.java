package slipway.run.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An attempt that is one process on one node, without setup: it can start without launch.sh.
 *
 * @param command its arguments; the first is a path, or {@link #SHELL}
 * @param variables those of the spec and those of every attempt
 * @param directory its working directory
 */
public record SingleProcess(List<String> command, Map<String, String> variables, Path directory) {

    /** Placeholder for the shell of the job: bash if its {@code PATH} has one, because most scripts expect it. */
    public static final String SHELL = "bash";

    private static final String ARGUMENTS = "set -- \"$@\" ";

    public SingleProcess {
        command = List.copyOf(command);
        variables = Map.copyOf(variables);
    }

    /** Empty if the job needs {@code launch.sh}. The files are trusted, because the job has not run yet. */
    static Optional<SingleProcess> read(Path directory) throws IOException {
        Optional<Map<String, String>> shape = readVariables(directory, "shape");
        return shape.filter(it -> "yes".equals(it.get("ALONE"))).isPresent()
                ? of(directory, shape.get(), readVariables(directory, "env"))
                : Optional.empty();
    }

    private static Optional<SingleProcess> of(
            Path directory, Map<String, String> shape, Optional<Map<String, String>> env)
            throws IOException {
        Optional<List<String>> arguments = arguments(directory);
        if (env.isEmpty() || arguments.isEmpty()) {
            return Optional.empty();
        }
        var command = new ArrayList<>(program(directory, shape));
        command.addAll(arguments.get());
        return Optional.of(new SingleProcess(command, env.get(), Path.of(shape.get("WORKDIR"))));
    }

    private static List<String> program(Path directory, Map<String, String> shape) {
        String command = shape.getOrDefault("COMMAND", "");
        Path run = directory.resolve("run");
        if (!command.isEmpty()) {
            return List.of(command.split(" ", -1));
        }
        return Files.isExecutable(run) ? List.of(run.toString()) : List.of(SHELL, run.toString());
    }

    private static Optional<Map<String, String>> readVariables(Path directory, String file)
            throws IOException {
        return ShellVariables.read(Files.readString(directory.resolve(file)));
    }

    private static Optional<List<String>> arguments(Path directory) throws IOException {
        Path file = directory.resolve("arguments");
        if (Files.notExists(file)) {
            return Optional.of(List.of());
        }
        String line = Files.readString(file);
        return line.startsWith(ARGUMENTS)
                ? ShellVariables.words(line.substring(ARGUMENTS.length()))
                : Optional.empty();
    }
}
