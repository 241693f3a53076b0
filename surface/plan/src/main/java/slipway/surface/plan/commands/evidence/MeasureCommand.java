package slipway.surface.plan.commands.evidence;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.plan.Planner;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.ValueType;
import slipway.surface.api.client.ApiCall;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.BegunView;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NewMeasurement;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway plan measure}. */
@Command(
        name = "measure",
        description = "Measures nodes and compares the figures with the catalog.",
        footer = {
            "",
            "Measures matrix products, memory, collectives, disk and network in rounds under load, which shows",
            "throttling and noisy neighbors. A workload occupies each node alone; plans use the stored results.",
            "Matrix products and collectives need PyTorch on the node. Exit code 1 if a node was not measured,",
            "was busy, or is below the catalog.",
            "",
            "Examples",
            "  slipway plan measure                                all ready nodes, each by itself",
            "  slipway plan measure --nodes h100-a1,h100-a2 --together   with the network between them",
            "  slipway plan measure --here --hold 30s              this machine, without a server",
            "  slipway plan measure --machine p5.48xlarge --storage fsx-lustre-scratch --provider aws",
            "  slipway plan measure list"
        })
public final class MeasureCommand extends RemoteCommand implements IExitCodeGenerator {

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "NAMES",
            description = "The nodes. Default: all ready nodes (slipway nodes).")
    private List<String> nodes = new ArrayList<>();

    @Option(
            names = "--together",
            description = "Measure them as one gang, with the network between them.")
    private boolean together;

    @Option(
            names = "--hold",
            paramLabel = "TIME",
            description = "Time under load, for example 30s or 10m. Default: 2m.")
    private Optional<String> hold = Optional.empty();

    @Option(names = "--quick", description = "Measure for 20 s, which shows no throttling.")
    private boolean quick;

    @Option(names = "--here", description = "Measure this machine without a server; store nothing.")
    private boolean here;

    @Option(
            names = "--dir",
            paramLabel = "FOLDER",
            description = "With --here: folder on the disk. Default: the current folder.")
    private Optional<Path> folder = Optional.empty();

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description = "Team of the workload. Default: all.")
    private Optional<String> team = Optional.empty();

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = "Provider of the machines. Default: own.")
    private Optional<String> provider = Optional.empty();

    @Option(
            names = "--machine",
            paramLabel = "NAME",
            description = "The machine's name in the catalog, for its network.")
    private Optional<String> machine = Optional.empty();

    @Option(
            names = "--storage",
            paramLabel = "TIER",
            description = "The storage tier of its files, by the catalog's name.")
    private Optional<String> storage = Optional.empty();

    @Option(
            names = {"-d", "--detach"},
            description = "Print only the ids of the measurements.")
    private boolean detach;

    private boolean failed;

    private MeasureCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    /** The command with its subcommands. */
    public static CommandLine line(CommandEnvironment commandEnvironment) {
        return new CommandLine(new MeasureCommand(commandEnvironment))
                .addSubcommand(new MeasureListCommand(commandEnvironment))
                .addSubcommand(new MeasureShowCommand(commandEnvironment));
    }

    @Override
    protected void work() {
        Duration time = time();
        if (here) {
            here(time);
            return;
        }
        BegunView begun =
                ask(
                        ApiCall.to(MeasurementRoutes.BEGIN)
                                .sending(
                                        new NewMeasurement(
                                                nodes,
                                                team.map(MeasureCommand::team),
                                                Optional.of(together),
                                                Optional.of(time.toSeconds()),
                                                provider,
                                                machine,
                                                storage)));
        if (detach) {
            begun.measurements().forEach(it -> terminal().printVerbatim(it.id()));
            return;
        }
        terminal().note(started(begun, time));
        var ended = new ArrayList<MeasurementView>();
        var measurementFollower = new MeasurementFollower(this::ask, this::stream, terminal());
        begun.measurements().forEach(it -> ended.add(measurementFollower.untilEnd(it)));
        failed = !ended.stream().allMatch(MeasureText::isGood);
        show(MeasurementRoutes.BEGIN.answer(), new BegunView(ended), this::print);
    }

    private void print(BegunView view) {
        var text = new MeasureText(terminal());
        view.measurements().forEach(text::say);
        say("All measurements: slipway plan measure list");
    }

    private static String started(BegunView begun, Duration time) {
        List<String> names =
                begun.measurements().stream().flatMap(it -> it.nodes().stream()).toList();
        return "Measuring %s for %s. It continues if you interrupt this command: slipway plan measure list"
                .formatted(Format.list(names), Format.duration(time));
    }

    private void here(Duration time) {
        if (!nodes.isEmpty() || together || team.isPresent() || detach) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "--here cannot be combined with nodes, a team or a gang.",
                    "It measures this machine, without a server.",
                    "Omit --here to measure nodes of a server.");
        }
        AcceptanceTest acceptanceTest =
                Planner.withFolder(shell().contexts().localData().resolve("catalog")).acceptance();
        acceptanceTest.checkKnown(machine, storage);
        var text = new MeasureText(terminal());
        Path measuredFolder = folder.map(shell().here()::resolve).orElse(shell().here());
        String document = new LocalMeasurement(terminal(), measuredFolder).document(time);
        var acceptanceReport =
                acceptanceTest.report(
                        AcceptanceTest.read("this machine", document), machine, storage);
        failed = !acceptanceReport.measurement().isUsable() || acceptanceReport.below() > 0;
        if (asJson()) {
            terminal().json(document);
        } else {
            text.say(acceptanceReport);
            say(
                    "Nothing was stored. To measure nodes of a server for its plans: slipway plan measure");
        }
    }

    private Duration time() {
        if (quick && hold.isPresent()) {
            throw wrong("--quick and --hold cannot be combined.", "--quick is --hold 20s.");
        }
        if (quick) {
            return AcceptanceTest.QUICK_DURATION;
        }
        return hold.map(MeasureCommand::parsed).orElse(AcceptanceTest.DEFAULT_DURATION);
    }

    private static Duration parsed(String text) {
        return ValueType.duration()
                .read(
                        new DocumentNode.Value(SourceLocation.of("--hold"), text, false),
                        MistakeCollector.forWhole())
                .filter(it -> it.compareTo(AcceptanceTest.MIN_DURATION) >= 0)
                .filter(it -> it.compareTo(AcceptanceTest.MAX_DURATION) <= 0)
                .orElseThrow(
                        () ->
                                wrong(
                                        "--hold %s is not a time between 5 s and 6 h."
                                                .formatted(text),
                                        "A time is a number and its unit."));
    }

    private static TeamId team(String text) {
        return TeamId.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "--team %s is not the name of a team.".formatted(text),
                                        "A name has 1 to 63 lower-case letters, digits and inner hyphens.",
                                        "List the teams: slipway team list"));
    }

    private static Problem wrong(String what, String why) {
        return new Problem(UsageProblems.WRONG_USAGE, what, why, "Write for example --hold 2m.");
    }

    @Override
    public int getExitCode() {
        return failed ? 1 : 0;
    }
}
