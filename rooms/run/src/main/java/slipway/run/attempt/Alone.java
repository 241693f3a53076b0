package slipway.run.attempt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An attempt that is one process on one node, with nothing that comes before it: no shell is needed to put its command
 * together.
 *
 * @param command its words; the first is a path, unless the job's own {@code PATH} is to be searched for it
 * @param variables what it finds, as the spec says and as every attempt has it
 * @param folder where it runs
 */
public record Alone(List<String> command, Map<String, String> variables, Path folder) {

    private static final int LONGEST = 1 << 20;
    private static final String ARGUMENTS = "set -- \"$@\" ";

    /** Whatever makes an attempt more than one process. */
    private static final List<String> MORE = List.of("worker.sh", "prepare.sh", "slurm.sh");

    public Alone {
        command = List.copyOf(command);
        variables = Map.copyOf(variables);
    }

    /** Empty where it takes {@code launch.sh} to begin. */
    static Optional<Alone> read(Path directory) {
        if (MORE.stream().map(directory::resolve).anyMatch(Files::exists)) {
            return Optional.empty();
        }
        Optional<Map<String, String>> shape = assigned(directory, "shape");
        return shape.filter(it -> "1".equals(it.get("NNODES")))
                .filter(it -> Attempt.Launcher.NONE.word().equals(it.get("LAUNCHER")))
                .flatMap(it -> assigned(directory, "env").flatMap(env -> of(directory, it, env)));
    }

    private static Optional<Alone> of(
            Path directory, Map<String, String> shape, Map<String, String> env) {
        return arguments(directory)
                .map(
                        arguments -> {
                            var words = new ArrayList<>(program(directory, shape));
                            words.addAll(arguments);
                            return new Alone(words, env, Path.of(shape.get("WORKDIR")));
                        });
    }

    private static List<String> program(Path directory, Map<String, String> shape) {
        String command = shape.getOrDefault("COMMAND", "");
        Path run = directory.resolve("run");
        if (!command.isEmpty()) {
            return List.of(command.split(" ", -1));
        }
        return Files.isExecutable(run) ? List.of(run.toString()) : List.of(SHELL, run.toString());
    }

    /** Stands for the shell of the job: bash where its {@code PATH} has one, because that is what most people mean. */
    public static final String SHELL = "bash";

    private static Optional<Map<String, String>> assigned(Path directory, String file) {
        return text(directory, file).flatMap(Assignments::read).map(TreeMap::new);
    }

    private static Optional<List<String>> arguments(Path directory) {
        if (!Files.exists(directory.resolve("arguments"))) {
            return Optional.of(List.of());
        }
        return text(directory, "arguments")
                .filter(line -> line.startsWith(ARGUMENTS))
                .flatMap(line -> Assignments.words(line.substring(ARGUMENTS.length())));
    }

    private static Optional<String> text(Path directory, String file) {
        return new Bounded(directory).text(file, LONGEST).filter(it -> it.length() < LONGEST);
    }
}
