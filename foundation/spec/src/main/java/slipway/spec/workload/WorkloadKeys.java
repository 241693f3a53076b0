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
            SpecKey.of(
                            "format",
                            ValueType.wholeNumber(1, FORMAT),
                            "Format version of this document.")
                    .withDefault("1");
    public static final SpecKey<String> NAME =
            SpecKey.of("name", NAME_TYPE, "Name of the workload. Default: a generated name.")
                    .example("bert");
    public static final SpecKey<TeamId> TEAM =
            SpecKey.of("team", TEAM_TYPE, "Team to charge. Default: the team of the submitter.")
                    .example("language");
    static final SpecKey<Kind> KIND =
            SpecKey.of(
                            "kind",
                            ValueType.choice(Kind.class),
                            "A job ends by itself, a service serves requests until it is stopped, a"
                                    + " workspace is interactive.")
                    .withDefault("job");
    public static final SpecKey<Priority> PRIORITY =
            SpecKey.of(
                            "priority",
                            ValueType.choice(Priority.class),
                            "Priority within the team; higher starts first.")
                    .withDefault("normal");
    public static final SpecKey<BlockValues> RESOURCES =
            SpecKey.of("resources", ResourceBlock.SCHEMA, "Resources of each node.");

    public static final SpecKey<Integer> NODES =
            SpecKey.of(
                            "nodes",
                            ValueType.wholeNumber(1, Gang.MAX_NODES),
                            "Number of nodes of the gang. Default: 1, or the max of elastic.")
                    .example("2");
    static final SpecKey<Integer> MIN =
            SpecKey.of(
                            "min",
                            ValueType.wholeNumber(1, Gang.MAX_NODES),
                            "Elastic gang: minimum number of nodes.")
                    .required()
                    .example("2");
    static final SpecKey<Integer> MAX =
            SpecKey.of(
                            "max",
                            ValueType.wholeNumber(1, Gang.MAX_NODES),
                            "Elastic gang: maximum number of nodes.")
                    .required()
                    .example("8");
    static final BlockSchema ELASTIC_SCHEMA = BlockSchema.of(MIN, MAX);
    static final SpecKey<BlockValues> ELASTIC =
            SpecKey.of("elastic", ELASTIC_SCHEMA, "Range of nodes for an elastic job.");
    static final SpecKey<Within> DOMAIN =
            SpecKey.of(
                            "domain",
                            ValueType.choice(Within.class),
                            "Smallest topology domain for all nodes.")
                    .required()
                    .example("rack");
    static final SpecKey<Boolean> REQUIRED =
            SpecKey.of(
                            "required",
                            ValueType.bool(),
                            "Whether it waits for that domain instead of running in a larger one.")
                    .withDefault("false");
    static final BlockSchema WITHIN_SCHEMA = BlockSchema.of(DOMAIN, REQUIRED);
    static final SpecKey<BlockValues> WITHIN =
            SpecKey.of(
                    "within",
                    WITHIN_SCHEMA.orShorthand(DOMAIN),
                    "Topology constraint for the nodes.");
    static final SpecKey<Boolean> SPOT =
            SpecKey.of("spot", ValueType.bool(), "Whether spot nodes are acceptable.")
                    .withDefault("false");
    public static final SpecKey<List<String>> LABELS =
            SpecKey.of("labels", ValueType.oneOrMore(LABEL, 50), "Labels that each node must have.")
                    .example("fast-disk");

    public static final SpecKey<Path> WORKDIR =
            SpecKey.of("workdir", ValueType.path(), "Folder to copy and to start in.").example(".");
    static final SpecKey<String> SETUP =
            SpecKey.of("setup", SCRIPT, "Script that runs first on each node.")
                    .example("pip install -r requirements.txt");
    public static final SpecKey<String> RUN =
            SpecKey.of(
                            "run",
                            SCRIPT,
                            "Script to run on each node. A first line with #! selects the interpreter."
                                    + " Required, except for a workspace with an app.")
                    .example("python3 train.py");
    public static final SpecKey<List<String>> ARGUMENTS =
            SpecKey.of(
                            "arguments",
                            ValueType.oneOrMore(VALUE, 1_000),
                            "Arguments of the script: $1 and so on.")
                    .example("--lr=3e-4");
    static final SpecKey<BlockValues> ENVIRONMENT =
            SpecKey.of(
                    "environment",
                    EnvironmentBlock.SCHEMA.orShorthand(EnvironmentBlock.VENV),
                    "Software environment of setup and run. Default: the software of the node.");
    static final SpecKey<Boolean> SETUP_CACHE =
            SpecKey.of(
                            "setup_cache",
                            ValueType.bool(),
                            "Whether setup is skipped on a node where it succeeded before and nothing"
                                    + " changed.")
                    .withDefault("true");
    static final SpecKey<BlockValues> SLURM_VARIABLES =
            SpecKey.of(
                    "slurm_variables",
                    SlurmBlock.SCHEMA,
                    "Values of SLURM_* variables for a script for Slurm. Written by slipway"
                            + " sbatch.");
    static final SpecKey<WorkspaceSpec.App> APP =
            SpecKey.of(
                            "app",
                            ValueType.choice(WorkspaceSpec.App.class),
                            "Workspace: application to start. Default: run, which listens at"
                                    + " SLIPWAY_SOCKET.")
                    .example("jupyter");
    static final SpecKey<Duration> IDLE =
            SpecKey.of(
                            "idle",
                            ValueType.duration(),
                            "Workspace: time without use after which it stops. Default: the team's,"
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
                    "Environment variables. One without a value must be set at submission.");
    static final SpecKey<List<String>> SECRETS =
            SpecKey.of(
                            "secrets",
                            ValueType.oneOrMore(NAME_TYPE, 100),
                            "Secrets of the team, each as a file of its name in the folder"
                                    + " SLIPWAY_SECRETS.")
                    .example("hub-token");
    static final SpecKey<Launcher> LAUNCHER =
            SpecKey.of(
                            "launcher",
                            ValueType.choice(Launcher.class),
                            "Launcher of one process for each accelerator; none starts one process for"
                                    + " each node.")
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
                    "Dataset versions by the name of their link. Default version: the newest.");

    public static final SpecKey<Duration> MAX_DURATION =
            SpecKey.of("max_duration", ValueType.duration(), "Maximum duration of an attempt.")
                    .example("6h");
    static final SpecKey<Duration> MINIMUM_RUN =
            SpecKey.of("minimum_run", ValueType.duration(), "Minimum run time before a preemption.")
                    .example("20m");
    public static final SpecKey<BlockValues> CHECKPOINT =
            SpecKey.of(
                    "checkpoint",
                    CheckpointBlock.SCHEMA.orShorthand(CheckpointBlock.EVERY),
                    "Checkpoints, from which it can resume.");
    static final SpecKey<BlockValues> RETRY =
            SpecKey.of(
                    "retry",
                    RetryBlock.SCHEMA.orShorthand(RetryBlock.ATTEMPTS),
                    "Retry policy after a failed attempt.");
    public static final SpecKey<List<String>> NEEDS =
            SpecKey.of(
                            "needs",
                            ValueType.oneOrMore(NAME_TYPE, 1_000),
                            "Workloads that must succeed before it starts.")
                    .example("prepare");
    public static final SpecKey<JobArray> ARRAY =
            SpecKey.of(
                            "array",
                            ArrayText.TYPE,
                            "Job array: one run for each index; after % the maximum number in parallel.")
                    .example("0-99%10");
    static final SpecKey<BlockValues> PLAN =
            SpecKey.of(
                    "plan",
                    PlanBlock.SCHEMA,
                    "Training plan of a job, from which duration and cost are estimated.");

    static final SpecKey<BlockValues> PILOT =
            SpecKey.of(
                    "pilot",
                    PilotBlock.SCHEMA.orShorthand(PilotBlock.STEPS),
                    "Pilot run that measures the speed over some steps. Written by slipway plan"
                            + " pilot.");

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
