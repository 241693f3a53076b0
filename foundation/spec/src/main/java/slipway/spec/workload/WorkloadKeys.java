package slipway.spec.workload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.NameSyntax;
import slipway.base.TeamId;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.spec.ValueType.Names;
import slipway.spec.workload.Gang.Within;
import slipway.spec.workload.Program.Launcher;
import slipway.spec.workload.WorkloadSpec.Kind;
import slipway.spec.workload.WorkloadSpec.Priority;

/** The keys of a workload's document. */
public final class WorkloadKeys {

    /** The newest form of the document. An older one stays readable for ever. */
    static final int FORMAT = 1;

    /** Longer scripts belong into a file of the workdir. */
    static final int MAX_SCRIPT_LENGTH = 1 << 20;

    /** The kernel takes no variable beyond 128 kB. */
    private static final int MAX_VALUE_LENGTH = 100_000;

    private static final String NAME_PATTERN = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    private static final String A_NAME =
            "a name: 1 to 63 lower-case letters, digits and inner hyphens";
    private static final ValueType<String> NAME_TYPE =
            ValueType.of(
                    A_NAME,
                    "^" + NAME_PATTERN + "$",
                    text ->
                            ParseResult.of(
                                    Optional.of(text).filter(NameSyntax::matches), text, A_NAME));
    private static final ValueType<TeamId> TEAM_TYPE =
            ValueType.of(
                    A_NAME,
                    "^" + NAME_PATTERN + "$",
                    text -> ParseResult.of(TeamId.parse(text), text, A_NAME));
    private static final String A_LABEL = "a label such as zone-a or fast-disk";
    private static final String LABEL_PATTERN = "[A-Za-z0-9][A-Za-z0-9._/=-]{0,99}";
    private static final ValueType<String> LABEL =
            ValueType.of(
                    A_LABEL,
                    "^" + LABEL_PATTERN + "$",
                    text ->
                            ParseResult.of(
                                    Optional.of(text).filter(it -> it.matches(LABEL_PATTERN)),
                                    text,
                                    A_LABEL));
    private static final ValueType<String> SCRIPT =
            ValueType.of("a script", "\\S", WorkloadKeys::script);
    private static final ValueType<String> VALUE =
            ValueType.of("text", "^[^\\u0000]*$", WorkloadKeys::value);
    private static final ValueType<DatasetReference> DATASET =
            ValueType.of(
                    DatasetReference.DESCRIPTION,
                    DatasetReference.PATTERN,
                    text ->
                            ParseResult.of(
                                    DatasetReference.parse(text),
                                    text,
                                    DatasetReference.DESCRIPTION));

    static final SpecKey<Integer> FORMAT_KEY =
            SpecKey.of("format", ValueType.wholeNumber(1, FORMAT), "The form of this document.")
                    .withDefault("1");
    public static final SpecKey<String> NAME =
            SpecKey.of("name", NAME_TYPE, "What it is called. Left out, a name is made.")
                    .example("bert");
    public static final SpecKey<TeamId> TEAM =
            SpecKey.of(
                            "team",
                            TEAM_TYPE,
                            "Whose quota it uses. Left out, the team of whoever submits it.")
                    .example("language");
    static final SpecKey<Kind> KIND =
            SpecKey.of(
                            "kind",
                            ValueType.choice(Kind.class),
                            "A job ends by itself, a service answers until it is stopped, a workspace is where a"
                                    + " person works.")
                    .withDefault("job");
    public static final SpecKey<Priority> PRIORITY =
            SpecKey.of(
                            "priority",
                            ValueType.choice(Priority.class),
                            "Higher goes first, within the team.")
                    .withDefault("normal");
    public static final SpecKey<BlockValues> RESOURCES =
            SpecKey.of("resources", ResourceBlock.SCHEMA, "What each node must give.");

    public static final SpecKey<Integer> NODES =
            SpecKey.of(
                            "nodes",
                            ValueType.wholeNumber(1, Gang.MAX_NODES),
                            "How many nodes it needs together. Left out, one, or the max of elastic.")
                    .example("2");
    static final SpecKey<Integer> MIN =
            SpecKey.of(
                            "min",
                            ValueType.wholeNumber(1, Gang.MAX_NODES),
                            "Of an elastic gang: it can go on with so many nodes.")
                    .required()
                    .example("2");
    static final SpecKey<Integer> MAX =
            SpecKey.of(
                            "max",
                            ValueType.wholeNumber(1, Gang.MAX_NODES),
                            "Of an elastic gang: it can use so many nodes.")
                    .required()
                    .example("8");
    static final BlockSchema ELASTIC_SCHEMA = BlockSchema.of(MIN, MAX);
    static final SpecKey<BlockValues> ELASTIC =
            SpecKey.of(
                    "elastic", ELASTIC_SCHEMA, "That it can go on with fewer nodes, and use more.");
    static final SpecKey<Within> DOMAIN =
            SpecKey.of(
                            "domain",
                            ValueType.choice(Within.class),
                            "The smallest domain that should hold all its nodes.")
                    .required()
                    .example("rack");
    static final SpecKey<Boolean> REQUIRED =
            SpecKey.of(
                            "required",
                            ValueType.bool(),
                            "Whether it rather waits than runs further apart.")
                    .withDefault("false");
    static final BlockSchema WITHIN_SCHEMA = BlockSchema.of(DOMAIN, REQUIRED);
    static final SpecKey<BlockValues> WITHIN =
            SpecKey.of(
                    "within",
                    WITHIN_SCHEMA.orShorthand(DOMAIN),
                    "How near to each other its nodes should lie.");
    static final SpecKey<Boolean> SPOT =
            SpecKey.of("spot", ValueType.bool(), "Whether nodes that may be taken away will do.")
                    .withDefault("false");
    public static final SpecKey<List<String>> LABELS =
            SpecKey.of(
                            "labels",
                            ValueType.oneOrMore(LABEL, 50),
                            "Labels that must all stand on a node.")
                    .example("fast-disk");

    public static final SpecKey<Path> WORKDIR =
            SpecKey.of(
                            "workdir",
                            ValueType.path(),
                            "The folder whose files it gets and in which it starts.")
                    .example(".");
    static final SpecKey<String> SETUP =
            SpecKey.of("setup", SCRIPT, "A script that runs first, on each node.")
                    .example("pip install -r requirements.txt");
    public static final SpecKey<String> RUN =
            SpecKey.of(
                            "run",
                            SCRIPT,
                            "The script, for each node. A first line with #! says what executes it. Only a"
                                    + " workspace with an app needs none.")
                    .example("python3 train.py");
    public static final SpecKey<List<String>> ARGUMENTS =
            SpecKey.of(
                            "arguments",
                            ValueType.oneOrMore(VALUE, 1_000),
                            "What the script is given, as $1 and so on.")
                    .example("--lr=3e-4");
    static final SpecKey<BlockValues> ENVIRONMENT =
            SpecKey.of(
                    "environment",
                    EnvironmentBlock.SCHEMA.orShorthand(EnvironmentBlock.VENV),
                    "What is installed around setup and run. Left out, what the node has.");
    static final SpecKey<Boolean> SETUP_CACHE =
            SpecKey.of(
                            "setup_cache",
                            ValueType.bool(),
                            "Whether setup is left out where it succeeded before and nothing changed since.")
                    .withDefault("true");
    static final SpecKey<BlockValues> SLURM_VARIABLES =
            SpecKey.of(
                    "slurm_variables",
                    SlurmBlock.SCHEMA,
                    "That SLURM_* variables are set, for a script that was written for Slurm; slipway sbatch"
                            + " writes it.");
    static final SpecKey<WorkspaceSpec.App> APP =
            SpecKey.of(
                            "app",
                            ValueType.choice(WorkspaceSpec.App.class),
                            "Of a workspace: what a person works in. Left out, its run listens at"
                                    + " SLIPWAY_SOCKET.")
                    .example("jupyter");
    static final SpecKey<Duration> IDLE =
            SpecKey.of(
                            "idle",
                            ValueType.duration(),
                            "Of a workspace: it is stopped when nobody used it for so long. Left out, its team says;"
                                    + " usually 2h.")
                    .example("4h");
    public static final SpecKey<Map<String, Optional<String>>> ENVS =
            SpecKey.of(
                    "envs",
                    ValueType.mapOf(
                            ValueType.nullable(VALUE),
                            new Names(
                                    "a variable's name; those that begin with SLIPWAY_ are set by Slipway",
                                    "(?!SLIPWAY_)[A-Za-z_][A-Za-z0-9_]{0,199}",
                                    500)),
                    "Variables. One without a value must be given when it is submitted.");
    static final SpecKey<List<String>> SECRETS =
            SpecKey.of(
                            "secrets",
                            ValueType.oneOrMore(NAME_TYPE, 100),
                            "Secrets of its team. Each is a file of that name in the folder SLIPWAY_SECRETS.")
                    .example("hub-token");
    static final SpecKey<Launcher> LAUNCHER =
            SpecKey.of(
                            "launcher",
                            ValueType.choice(Launcher.class),
                            "What starts a process for each accelerator; none is one process for each node.")
                    .withDefault("none");
    static final SpecKey<Boolean> NETWORK =
            SpecKey.of("network", ValueType.bool(), "Whether it may use the network.")
                    .withDefault("true");
    static final SpecKey<Map<String, DatasetReference>> DATA =
            SpecKey.of(
                    "data",
                    ValueType.mapOf(
                            DATASET,
                            new Names(
                                    "a name for data: letters, digits, dots, hyphens and underscores",
                                    "[A-Za-z0-9_][A-Za-z0-9._-]{0,99}",
                                    100)),
                    "Dataset versions, by the name under which it finds them; without a version the newest.");

    public static final SpecKey<Duration> MAX_DURATION =
            SpecKey.of("max_duration", ValueType.duration(), "An attempt is stopped after this.")
                    .example("6h");
    static final SpecKey<Duration> MINIMUM_RUN =
            SpecKey.of(
                            "minimum_run",
                            ValueType.duration(),
                            "It is not preempted before it ran this long.")
                    .example("20m");
    public static final SpecKey<BlockValues> CHECKPOINT =
            SpecKey.of(
                    "checkpoint",
                    CheckpointBlock.SCHEMA.orShorthand(CheckpointBlock.EVERY),
                    "That it saves its state and can go on from there.");
    static final SpecKey<BlockValues> RETRY =
            SpecKey.of(
                    "retry",
                    RetryBlock.SCHEMA.orShorthand(RetryBlock.ATTEMPTS),
                    "What happens after an attempt has failed.");
    public static final SpecKey<List<String>> NEEDS =
            SpecKey.of(
                            "needs",
                            ValueType.oneOrMore(NAME_TYPE, 1_000),
                            "Workloads that must have succeeded before it starts.")
                    .example("prepare");
    public static final SpecKey<JobArray> ARRAY =
            SpecKey.of(
                            "array",
                            ArrayText.TYPE,
                            "That it runs once for each index; after % how many at the same time.")
                    .example("0-99%10");
    static final SpecKey<BlockValues> PLAN =
            SpecKey.of(
                    "plan",
                    PlanBlock.SCHEMA,
                    "Of a job that trains: what it trains. How long it takes and what it costs is estimated from"
                            + " that.");

    static final SpecKey<BlockValues> PILOT =
            SpecKey.of(
                    "pilot",
                    PilotBlock.SCHEMA.orShorthand(PilotBlock.STEPS),
                    "That a job only shows how fast it is, for some steps; slipway plan pilot writes it.");

    static final BlockSchema SCHEMA =
            BlockSchema.of(
                    NAME,
                    TEAM,
                    KIND,
                    PRIORITY,
                    RESOURCES,
                    NODES,
                    ELASTIC,
                    WITHIN,
                    SPOT,
                    LABELS,
                    WORKDIR,
                    ENVIRONMENT,
                    SETUP,
                    SETUP_CACHE,
                    RUN,
                    ARGUMENTS,
                    APP,
                    IDLE,
                    ENVS,
                    SECRETS,
                    LAUNCHER,
                    NETWORK,
                    DATA,
                    MAX_DURATION,
                    MINIMUM_RUN,
                    CHECKPOINT,
                    RETRY,
                    NEEDS,
                    ARRAY,
                    PLAN,
                    PILOT,
                    SLURM_VARIABLES,
                    FORMAT_KEY);

    private WorkloadKeys() {}

    private static ParseResult<String> script(String text) {
        if (text.isBlank()) {
            return ParseResult.rejected("has nothing to run in it. Write a command.");
        }
        if (text.length() > MAX_SCRIPT_LENGTH) {
            return ParseResult.rejected(
                    "is longer than %,d characters. Put it into a file of the workdir."
                            .formatted(MAX_SCRIPT_LENGTH));
        }
        return text.indexOf('\0') >= 0
                ? ParseResult.rejected("holds the character U+0000. Remove it.")
                : ParseResult.parsed(text);
    }

    private static ParseResult<String> value(String text) {
        if (text.length() > MAX_VALUE_LENGTH) {
            return ParseResult.rejected(
                    "is longer than %,d characters. Put it into a file of the workdir."
                            .formatted(MAX_VALUE_LENGTH));
        }
        return text.indexOf('\0') >= 0
                ? ParseResult.rejected("holds the character U+0000. Remove it.")
                : ParseResult.parsed(text);
    }
}
