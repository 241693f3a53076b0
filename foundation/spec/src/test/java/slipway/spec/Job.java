package slipway.spec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A shape with something of everything, for the tests. */
final class Job {

    enum Priority {
        LOW,
        NORMAL,
        HIGH
    }

    static final Key<String> ACCELERATORS =
            Key.of(
                            "accelerators",
                            Type.of(
                                    "an accelerator such as H100:8",
                                    "^[A-Z0-9]+(:[0-9]+)?$",
                                    Job::accelerator),
                            "What each node needs.")
                    .example("H100:8");
    static final Key<Integer> CPUS =
            Key.of("cpus", Type.wholeNumber(1, 512), "CPU cores per node.").or("4");
    static final Shape RESOURCES = Shape.of(ACCELERATORS, CPUS);

    static final Key<String> NAME =
            Key.of("name", Type.line(), "What it is called.").required().example("bert");
    static final Key<Values> RESOURCES_KEY = Key.of("resources", RESOURCES, "What it runs on.");
    static final Key<Integer> NODES =
            Key.of("nodes", Type.wholeNumber(1), "How many nodes.").or("1");
    static final Key<Boolean> SPOT =
            Key.of("spot", Type.yesNo(), "Whether spot nodes will do.").or("false");
    static final Key<Priority> PRIORITY =
            Key.of("priority", Type.choice(Priority.class), "How urgent it is.").or("normal");
    static final Key<Duration> MAX_DURATION =
            Key.of("max_duration", Type.duration(), "After this it is stopped.").example("3h");
    static final Key<Path> WORKDIR = Key.of("workdir", Type.path(), "Where it starts.").or(".");
    static final Key<String> RUN = Key.of("run", Type.text(), "The command.");
    static final Key<List<String>> NEEDS =
            Key.of("needs", Type.listOf(Type.line()), "What must have ended before.");
    static final Key<Map<String, String>> ENVS =
            Key.of("envs", Type.mapOf(Type.text()), "Variables.");

    static final Shape SHAPE =
            Shape.of(
                    NAME,
                    RESOURCES_KEY,
                    NODES,
                    SPOT,
                    PRIORITY,
                    MAX_DURATION,
                    WORKDIR,
                    RUN,
                    NEEDS,
                    ENVS);

    private Job() {}

    static Values read(String text) {
        return SHAPE.read(Document.of("job.yaml", text), "Nothing was submitted.");
    }

    private static Reading<String> accelerator(String text) {
        return text.matches("[A-Z0-9]+(:[0-9]+)?")
                ? Reading.understood(text)
                : Reading.refused("\"" + text + "\" is not an accelerator such as H100:8.");
    }
}
