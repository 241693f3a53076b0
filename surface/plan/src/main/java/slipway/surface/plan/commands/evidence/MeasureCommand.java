package slipway.surface.plan.commands.evidence;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        description = "Measures what nodes deliver, and holds it against what the catalog says.",
        footer = {
            "",
            "Matrix products, memory, collectives, disk and network, in rounds over the time it is held, so that a",
            "machine that gets warm or has neighbours shows it. Each node is measured by a workload that has it to",
            "itself; what counts is kept, and plans reckon with it. Products and collectives need PyTorch there.",
            "Exit code 1 unless every node was measured, was not busy, and stays below nothing.",
            "",
            "Examples",
            "  slipway plan measure                                all nodes that are ready, each by itself",
            "  slipway plan measure --nodes h100-a1,h100-a2 --together   with the network between them",
            "  slipway plan measure --here --hold 30s              this machine, without a server",
            "  slipway plan measure --machine p5.48xlarge --storage fsx-lustre-scratch --provider aws",
            "  slipway plan measure list"
        })
final class MeasureCommand extends RemoteCommand implements IExitCodeGenerator {

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "NAMES",
            description = "Which nodes; all that are ready unless said: slipway nodes.")
    private List<String> nodes = new ArrayList<>();

    @Option(
            names = "--together",
            description = "Measures them as one gang, with the network between them.")
    private boolean together;

    @Option(
            names = "--hold",
            paramLabel = "TIME",
            description = "For how long: 30s, 10m. 2m unless said.")
    private Optional<String> hold = Optional.empty();

    @Option(names = "--quick", description = "For 20 s: shows what is there, not what it keeps up.")
    private boolean quick;

    @Option(
            names = "--here",
            description = "Measures this machine, without a server; nothing is kept.")
    private boolean here;

    @Option(
            names = "--dir",
            paramLabel = "FOLDER",
            description = "With --here: on which disk; where you are unless said.")
    private Optional<Path> folder = Optional.empty();

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description = "Whose workload it is; all unless said.")
    private Optional<String> team = Optional.empty();

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = "Whose machines they are; own unless said.")
    private Optional<String> provider = Optional.empty();

    @Option(
            names = "--machine",
            paramLabel = "NAME",
            description = "What the catalog calls such a machine, for its network.")
    private Optional<String> machine = Optional.empty();

    @Option(
            names = "--storage",
            paramLabel = "TIER",
            description = "On which storage tier of the catalog its files lie.")
    private Optional<String> storage = Optional.empty();

    @Option(
            names = {"-d", "--detach"},
            description = "Says only the ids of what it began.")
    private boolean detach;

    private boolean fell;

    MeasureCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
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
        terminal().note(begins(begun, time));
        var ended = new ArrayList<MeasurementView>();
        var measurementFollower = new MeasurementFollower(this::ask, this::stream, terminal());
        begun.measurements().forEach(it -> ended.add(measurementFollower.toTheEnd(it)));
        fell = !ended.stream().allMatch(MeasureText::isGood);
        show(MeasurementRoutes.BEGIN.answer(), new BegunView(ended), this::inWords);
    }

    private void inWords(BegunView view) {
        var text = new MeasureText(terminal());
        view.measurements().forEach(text::say);
        say("What was measured so far: slipway plan measure list");
    }

    private static String begins(BegunView begun, Duration time) {
        List<String> names =
                begun.measurements().stream().flatMap(it -> it.nodes().stream()).toList();
        return "Measuring %s for %s. It goes on when you leave: slipway plan measure list"
                .formatted(Format.list(names), Format.duration(time));
    }

    private void here(Duration time) {
        if (!nodes.isEmpty() || together || team.isPresent() || detach) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "--here goes with no node, team or gang.",
                    "It measures the machine you are at, without a server.",
                    "Leave --here out to measure nodes of a server.");
        }
        AcceptanceTest acceptanceTest =
                Planner.withFolder(shell().contexts().localData().resolve("catalog")).acceptance();
        acceptanceTest.checkKnown(machine, storage);
        var text = new MeasureText(terminal());
        Path on = folder.map(shell().here()::resolve).orElse(shell().here());
        String document = new LocalMeasurement(terminal(), on).document(time);
        var acceptanceReport =
                acceptanceTest.report(
                        AcceptanceTest.read("this machine", document), machine, storage);
        fell = !acceptanceReport.measurement().isUsable() || acceptanceReport.below() > 0;
        if (asJson()) {
            terminal().json(document);
        } else {
            text.say(acceptanceReport);
            say("Nothing was kept. Nodes of a server, for its plans: slipway plan measure");
        }
    }

    private Duration time() {
        if (quick && hold.isPresent()) {
            throw wrong("--quick and --hold do not go together.", "--quick is --hold 20s.");
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
                                        "--hold %s is no time between 5 s and 6 h.".formatted(text),
                                        "It is written as a number and its unit."));
    }

    private static TeamId team(String text) {
        return TeamId.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "--team %s is no name of a team.".formatted(text),
                                        "It is 1 to 63 lower-case letters, digits and inner hyphens.",
                                        "See them: slipway team list"));
    }

    private static Problem wrong(String what, String why) {
        return new Problem(UsageProblems.WRONG_USAGE, what, why, "Write for example --hold 2m.");
    }

    @Override
    public int getExitCode() {
        return fell ? 1 : 0;
    }
}
