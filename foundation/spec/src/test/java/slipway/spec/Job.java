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

    static final SpecKey<String> ACCELERATORS =
            SpecKey.of(
                            "accelerators",
                            ValueType.of(
                                    "an accelerator such as H100:8",
                                    "^[A-Z0-9]+(:[0-9]+)?$",
                                    Job::accelerator),
                            "What each node needs.")
                    .example("H100:8");
    static final SpecKey<Integer> CPUS =
            SpecKey.of("cpus", ValueType.wholeNumber(1, 512), "CPU cores per node.")
                    .withDefault("4");
    static final BlockSchema RESOURCES = BlockSchema.of(ACCELERATORS, CPUS);

    static final SpecKey<String> NAME =
            SpecKey.of("name", ValueType.line(), "What it is called.").required().example("bert");
    static final SpecKey<BlockValues> RESOURCES_KEY =
            SpecKey.of("resources", RESOURCES, "What it runs on.");
    static final SpecKey<Integer> NODES =
            SpecKey.of("nodes", ValueType.wholeNumber(1), "How many nodes.").withDefault("1");
    static final SpecKey<Boolean> SPOT =
            SpecKey.of("spot", ValueType.bool(), "Whether spot nodes will do.")
                    .withDefault("false");
    static final SpecKey<Priority> PRIORITY =
            SpecKey.of("priority", ValueType.choice(Priority.class), "How urgent it is.")
                    .withDefault("normal");
    static final SpecKey<Duration> MAX_DURATION =
            SpecKey.of("max_duration", ValueType.duration(), "After this it is stopped.")
                    .example("3h");
    static final SpecKey<Path> WORKDIR =
            SpecKey.of("workdir", ValueType.path(), "Where it starts.").withDefault(".");
    static final SpecKey<String> RUN = SpecKey.of("run", ValueType.text(), "The command.");
    static final SpecKey<List<String>> NEEDS =
            SpecKey.of("needs", ValueType.listOf(ValueType.line()), "Jobs that must end before.");
    static final SpecKey<Map<String, String>> ENVS =
            SpecKey.of("envs", ValueType.mapOf(ValueType.text()), "Variables.");

    static final BlockSchema SHAPE =
            BlockSchema.of(
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

    static BlockValues read(String text) {
        return SHAPE.read(Document.of("job.yaml", text), "Nothing was submitted.");
    }

    private static ParseResult<String> accelerator(String text) {
        return text.matches("[A-Z0-9]+(:[0-9]+)?")
                ? ParseResult.parsed(text)
                : ParseResult.rejected("\"" + text + "\" is not an accelerator such as H100:8.");
    }
}
