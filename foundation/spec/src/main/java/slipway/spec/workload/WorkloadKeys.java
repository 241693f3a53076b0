package slipway.spec.workload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.NameSyntax;
import slipway.base.TeamId;
import slipway.spec.Key;
import slipway.spec.Reading;
import slipway.spec.Shape;
import slipway.spec.Type;
import slipway.spec.Type.Names;
import slipway.spec.Values;
import slipway.spec.workload.Gang.Within;
import slipway.spec.workload.Program.Launcher;
import slipway.spec.workload.WorkloadSpec.Kind;
import slipway.spec.workload.WorkloadSpec.Priority;

/** The keys of a workload's document. */
final class WorkloadKeys {

    /** The newest form of the document. An older one stays readable for ever. */
    static final int FORMAT = 1;

    /** Longer scripts belong into a file of the workdir. */
    static final int LONGEST_SCRIPT = 1 << 20;

    /** The kernel takes no variable beyond 128 kB. */
    private static final int LONGEST_VALUE = 100_000;

    private static final String NAME_PATTERN = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    private static final String A_NAME =
            "a name: 1 to 63 lower-case letters, digits and inner hyphens";
    private static final Type<String> NAME_TYPE =
            Type.of(
                    A_NAME,
                    "^" + NAME_PATTERN + "$",
                    text -> Reading.of(Optional.of(text).filter(NameSyntax::fits), text, A_NAME));
    private static final Type<TeamId> TEAM_TYPE =
            Type.of(
                    A_NAME,
                    "^" + NAME_PATTERN + "$",
                    text -> Reading.of(TeamId.parse(text), text, A_NAME));
    private static final String A_LABEL = "a label such as zone-a or fast-disk";
    private static final String LABEL_PATTERN = "[A-Za-z0-9][A-Za-z0-9._/=-]{0,99}";
    private static final Type<String> LABEL =
            Type.of(
                    A_LABEL,
                    "^" + LABEL_PATTERN + "$",
                    text ->
                            Reading.of(
                                    Optional.of(text).filter(it -> it.matches(LABEL_PATTERN)),
                                    text,
                                    A_LABEL));
    private static final Type<String> SCRIPT = Type.of("a script", "\\S", WorkloadKeys::script);
    private static final Type<String> VALUE = Type.of("text", "^[^\\u0000]*$", WorkloadKeys::value);
    private static final Type<DatasetVersion> DATASET =
            Type.of(
                    DatasetVersion.SAYS,
                    DatasetVersion.PATTERN,
                    text -> Reading.of(DatasetVersion.parse(text), text, DatasetVersion.SAYS));

    static final Key<Integer> FORMAT_KEY =
            Key.of("format", Type.wholeNumber(1, FORMAT), "The form of this document.").or("1");
    static final Key<String> NAME =
            Key.of("name", NAME_TYPE, "What it is called. Left out, a name is made.")
                    .example("bert");
    static final Key<TeamId> TEAM =
            Key.of(
                            "team",
                            TEAM_TYPE,
                            "Whose quota it uses. Left out, the team of whoever submits it.")
                    .example("language");
    static final Key<Kind> KIND =
            Key.of(
                            "kind",
                            Type.choice(Kind.class),
                            "A job ends by itself, a service answers until it is stopped, a workspace is where a"
                                    + " person works.")
                    .or("job");
    static final Key<Priority> PRIORITY =
            Key.of("priority", Type.choice(Priority.class), "Higher goes first, within the team.")
                    .or("normal");
    static final Key<Values> RESOURCES =
            Key.of("resources", ResourceBlock.SHAPE, "What each node must give.");

    static final Key<Integer> NODES =
            Key.of(
                            "nodes",
                            Type.wholeNumber(1, Gang.MOST),
                            "How many nodes it needs together. Left out, one, or the max of elastic.")
                    .example("2");
    static final Key<Integer> MIN =
            Key.of(
                            "min",
                            Type.wholeNumber(1, Gang.MOST),
                            "Of an elastic gang: it can go on with so many nodes.")
                    .required()
                    .example("2");
    static final Key<Integer> MAX =
            Key.of(
                            "max",
                            Type.wholeNumber(1, Gang.MOST),
                            "Of an elastic gang: it can use so many nodes.")
                    .required()
                    .example("8");
    static final Shape ELASTIC_SHAPE = Shape.of(MIN, MAX);
    static final Key<Values> ELASTIC =
            Key.of("elastic", ELASTIC_SHAPE, "That it can go on with fewer nodes, and use more.");
    static final Key<Within> DOMAIN =
            Key.of(
                            "domain",
                            Type.choice(Within.class),
                            "The smallest domain that should hold all its nodes.")
                    .required()
                    .example("rack");
    static final Key<Boolean> REQUIRED =
            Key.of("required", Type.yesNo(), "Whether it rather waits than runs further apart.")
                    .or("false");
    static final Shape WITHIN_SHAPE = Shape.of(DOMAIN, REQUIRED);
    static final Key<Values> WITHIN =
            Key.of(
                    "within",
                    WITHIN_SHAPE.orOnly(DOMAIN),
                    "How near to each other its nodes should lie.");
    static final Key<Boolean> SPOT =
            Key.of("spot", Type.yesNo(), "Whether nodes that may be taken away will do.")
                    .or("false");
    static final Key<List<String>> LABELS =
            Key.of("labels", Type.oneOrMore(LABEL, 50), "Labels that must all stand on a node.")
                    .example("fast-disk");

    static final Key<Path> WORKDIR =
            Key.of("workdir", Type.path(), "The folder whose files it gets and in which it starts.")
                    .example(".");
    static final Key<String> SETUP =
            Key.of("setup", SCRIPT, "A script that runs first, on each node.")
                    .example("pip install -r requirements.txt");
    static final Key<String> RUN =
            Key.of(
                            "run",
                            SCRIPT,
                            "The script, for each node. A first line with #! says what executes it. Only a"
                                    + " workspace with an app needs none.")
                    .example("python3 train.py");
    static final Key<List<String>> ARGUMENTS =
            Key.of(
                            "arguments",
                            Type.oneOrMore(VALUE, 1_000),
                            "What the script is given, as $1 and so on.")
                    .example("--lr=3e-4");
    static final Key<Values> ENVIRONMENT =
            Key.of(
                    "environment",
                    EnvironmentBlock.SHAPE.orOnly(EnvironmentBlock.VENV),
                    "What is installed around setup and run. Left out, what the node has.");
    static final Key<Boolean> SETUP_CACHE =
            Key.of(
                            "setup_cache",
                            Type.yesNo(),
                            "Whether setup is left out where it succeeded before and nothing changed since.")
                    .or("true");
    static final Key<Values> SLURM_VARIABLES =
            Key.of(
                    "slurm_variables",
                    SlurmBlock.SHAPE,
                    "That SLURM_* variables are set, for a script that was written for Slurm; slipway sbatch"
                            + " writes it.");
    static final Key<Workspace.App> APP =
            Key.of(
                            "app",
                            Type.choice(Workspace.App.class),
                            "Of a workspace: what a person works in. Left out, its run listens at"
                                    + " SLIPWAY_SOCKET.")
                    .example("jupyter");
    static final Key<Duration> IDLE =
            Key.of(
                            "idle",
                            Type.duration(),
                            "Of a workspace: it is stopped when nobody used it for so long. Left out, its team says;"
                                    + " usually 2h.")
                    .example("4h");
    static final Key<Map<String, Optional<String>>> ENVS =
            Key.of(
                    "envs",
                    Type.mapOf(
                            Type.orNothing(VALUE),
                            new Names(
                                    "a variable's name; those that begin with SLIPWAY_ are set by Slipway",
                                    "(?!SLIPWAY_)[A-Za-z_][A-Za-z0-9_]{0,199}",
                                    500)),
                    "Variables. One without a value must be given when it is submitted.");
    static final Key<List<String>> SECRETS =
            Key.of(
                            "secrets",
                            Type.oneOrMore(NAME_TYPE, 100),
                            "Secrets of its team. Each is a file of that name in the folder SLIPWAY_SECRETS.")
                    .example("hub-token");
    static final Key<Launcher> LAUNCHER =
            Key.of(
                            "launcher",
                            Type.choice(Launcher.class),
                            "What starts a process for each accelerator; none is one process for each node.")
                    .or("none");
    static final Key<Boolean> NETWORK =
            Key.of("network", Type.yesNo(), "Whether it may use the network.").or("true");
    static final Key<Map<String, DatasetVersion>> DATA =
            Key.of(
                    "data",
                    Type.mapOf(
                            DATASET,
                            new Names(
                                    "a name for data: letters, digits, dots, hyphens and underscores",
                                    "[A-Za-z0-9_][A-Za-z0-9._-]{0,99}",
                                    100)),
                    "Dataset versions, by the name under which it finds them; without a version the newest.");

    static final Key<Duration> MAX_DURATION =
            Key.of("max_duration", Type.duration(), "An attempt is stopped after this.")
                    .example("6h");
    static final Key<Duration> MINIMUM_RUN =
            Key.of("minimum_run", Type.duration(), "It is not preempted before it ran this long.")
                    .example("20m");
    static final Key<Values> CHECKPOINT =
            Key.of(
                    "checkpoint",
                    CheckpointBlock.SHAPE.orOnly(CheckpointBlock.EVERY),
                    "That it saves its state and can go on from there.");
    static final Key<Values> RETRY =
            Key.of(
                    "retry",
                    RetryBlock.SHAPE.orOnly(RetryBlock.ATTEMPTS),
                    "What happens after an attempt has failed.");
    static final Key<List<String>> NEEDS =
            Key.of(
                            "needs",
                            Type.oneOrMore(NAME_TYPE, 1_000),
                            "Workloads that must have succeeded before it starts.")
                    .example("prepare");
    static final Key<JobArray> ARRAY =
            Key.of(
                            "array",
                            ArrayText.TYPE,
                            "That it runs once for each index; after % how many at the same time.")
                    .example("0-99%10");
    static final Key<Values> PLAN =
            Key.of(
                    "plan",
                    PlanBlock.SHAPE,
                    "Of a job that trains: what it trains. How long it takes and what it costs is estimated from"
                            + " that.");

    static final Key<Values> PILOT =
            Key.of(
                    "pilot",
                    PilotBlock.SHAPE.orOnly(PilotBlock.STEPS),
                    "That a job only shows how fast it is, for some steps; slipway plan pilot writes it.");

    static final Shape SHAPE =
            Shape.of(
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

    private static Reading<String> script(String text) {
        if (text.isBlank()) {
            return Reading.refused("has nothing to run in it. Write a command.");
        }
        if (text.length() > LONGEST_SCRIPT) {
            return Reading.refused(
                    "is longer than %,d characters. Put it into a file of the workdir."
                            .formatted(LONGEST_SCRIPT));
        }
        return text.indexOf('\0') >= 0
                ? Reading.refused("holds the character U+0000. Remove it.")
                : Reading.understood(text);
    }

    private static Reading<String> value(String text) {
        if (text.length() > LONGEST_VALUE) {
            return Reading.refused(
                    "is longer than %,d characters. Put it into a file of the workdir."
                            .formatted(LONGEST_VALUE));
        }
        return text.indexOf('\0') >= 0
                ? Reading.refused("holds the character U+0000. Remove it.")
                : Reading.understood(text);
    }
}
