package slipway.surface.plan.commands.evidence;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.spec.sbatch.WorkloadFile;
import slipway.spec.workload.PilotSpec;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.people.MeRoute;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.NewWorkload;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.plan.api.PilotRoutes;
import slipway.surface.plan.api.PilotRoutes.PilotView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway plan pilot}. */
@Command(
        name = "pilot",
        description =
                "Runs the real script for a few dozen steps and plans the whole run from them.",
        footer = {
            "",
            "Examples",
            "  slipway plan pilot job.yaml",
            "  slipway plan pilot job.yaml --steps 100 --sizes 2x,4x,H200:16",
            "  slipway plan pilot --of digits-pilot --total 20000 --save-every 500",
            "",
            "The script reports its steps in the file that SLIPWAY_PROGRESS names: docs/running.md"
        })
public final class PilotCommand extends RemoteCommand implements IExitCodeGenerator {

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final String RUNNING = "running";
    private static final int NO_RESULT = 1;
    private static final int MAX_NAME = 57;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "The spec, as for slipway submit.")
    private Optional<Path> file = Optional.empty();

    @Option(
            names = "--of",
            paramLabel = "NAME",
            description = "Show the pilot of this name or id; run nothing.")
    private Optional<String> of = Optional.empty();

    @Option(names = "--steps", paramLabel = "NUMBER", description = "Number of steps. Default: 40.")
    private Optional<String> steps = Optional.empty();

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description = "Team to charge. Default: as for slipway submit.")
    private Optional<String> team = Optional.empty();

    @Mixin private PilotQuestion question = new PilotQuestion();

    private boolean withoutResult;

    public PilotCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (file.isPresent() == of.isPresent()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    file.isPresent()
                            ? "Both a file and --of are given."
                            : "Neither a file nor --of is given.",
                    "The command runs the pilot of a file, or shows an earlier pilot.",
                    "For example: slipway plan pilot job.yaml");
        }
        String pilot = of.orElseGet(this::submit);
        ApiCall<NoBody, PilotView> apiCall =
                question.addTo(ApiCall.to(PilotRoutes.SHOW).with(PathParameter.WORKLOAD, pilot));
        PilotView view = of.isPresent() ? ask(apiCall) : awaitEnd(apiCall);
        withoutResult = view.state().equals("nothing");
        show(apiCall.route().answer(), view, it -> PilotText.say(terminal(), it));
    }

    private String submit() {
        WorkloadSpec spec = spec(shell().here().resolve(file.orElseThrow()).normalize());
        WorkloadView submitted =
                ask(
                        ApiCall.to(WorkloadRoutes.SUBMIT)
                                .with(PathParameter.TEAM, team(spec))
                                .sending(
                                        new NewWorkload(
                                                spec.json(), Optional.empty(), Optional.empty())));
        terminal()
                .note(
                        ("%s/%s is a pilot of %d steps. It continues if you interrupt this command; show it later:"
                                        + " slipway plan pilot --of %s")
                                .formatted(
                                        submitted.team(),
                                        submitted.name(),
                                        spec.pilot()
                                                .map(PilotSpec::steps)
                                                .orElse(PilotSpec.DEFAULT_STEPS),
                                        submitted.name()));
        return submitted.id();
    }

    /** Reads the file first, so that its mistakes are reported before the name and the folder are needed. */
    private WorkloadSpec spec(Path file) {
        SpecOverrides pilot =
                SpecOverrides.NONE.with(
                        "pilot.steps",
                        "--steps",
                        steps.orElse(Integer.toString(PilotSpec.DEFAULT_STEPS)));
        WorkloadSpec parsed = WorkloadFile.read(file, pilot).spec();
        SpecOverrides named = pilot.with("name", "name", name(file, parsed));
        Optional<String> workdir = parsed.execution().program().workdir();
        return WorkloadFile.read(
                        file,
                        workdir.isEmpty()
                                ? named
                                : named.with("workdir", "workdir", folder(file, workdir.get())))
                .spec();
    }

    private static String name(Path file, WorkloadSpec spec) {
        String stem = file.getFileName().toString().replaceAll("\\.[^.]*$", "");
        String safe =
                spec.name()
                        .orElse(stem.toLowerCase(java.util.Locale.ROOT))
                        .replaceAll("[^a-z0-9-]", "-")
                        .replaceAll("^-+", "");
        String cut = safe.substring(0, Math.min(MAX_NAME, safe.length()));
        return (cut.isEmpty() ? "job" : cut) + "-pilot";
    }

    /** The absolute path, because the server has another working directory. */
    private String folder(Path file, String workdir) {
        return workdir.equals("~") || workdir.startsWith("~/")
                ? shell().home()
                        .resolve(workdir.substring(Math.min(2, workdir.length())))
                        .toString()
                : file.resolveSibling(workdir).normalize().toString();
    }

    private TeamId team(WorkloadSpec spec) {
        return team.or(() -> spec.team().map(TeamId::value))
                .or(() -> Optional.ofNullable(shell().environment().get("SLIPWAY_TEAM")))
                .filter(text -> !text.isBlank())
                .map(PilotCommand::parsed)
                .or(() -> shell().contexts().defaultTeam(context().name()))
                .orElseGet(this::defaultTeam);
    }

    private TeamId defaultTeam() {
        if (asCurl()) {
            return TeamId.ALL;
        }
        MeRoute.Me me = ask(ApiCall.to(MeRoute.ME));
        List<TeamId> teams = me.roles().stream().map(it -> it.team()).distinct().toList();
        if (me.within().isEmpty() && teams.size() != 1 && !teams.contains(TeamId.ALL)) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "The team of the pilot is ambiguous.",
                    "You are in %d teams.".formatted(teams.size()),
                    "Name one with --team TEAM.");
        }
        return me.within()
                .orElseGet(() -> teams.contains(TeamId.ALL) ? TeamId.ALL : teams.getFirst());
    }

    private static TeamId parsed(String text) {
        return TeamId.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "'" + text + "' is not the name of a team.",
                                        "A name has 1 to 63 lower-case letters, digits and inner hyphens.",
                                        "List the teams: slipway team list"));
    }

    /** Prints the progress whenever its text changes. */
    private PilotView awaitEnd(ApiCall<NoBody, PilotView> apiCall) {
        String printed = "";
        while (true) {
            PilotView now = ask(apiCall);
            if (!now.state().equals(RUNNING) || terminal().isOutputClosed()) {
                return now;
            }
            String text = now.answer().replaceAll("[0-9,]+", ""); // not for every step
            if (!asJson() && !text.equals(printed)) {
                printed = text;
                terminal().note(now.answer());
            }
            sleep();
        }
    }

    private static void sleep() {
        try {
            ClientTimeouts.defaults().sleeper().sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public int getExitCode() {
        return withoutResult ? NO_RESULT : 0;
    }
}
