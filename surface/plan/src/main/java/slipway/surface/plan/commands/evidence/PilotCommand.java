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
                "Runs the real script for a few dozen steps, and plans the whole run from what was measured.",
        footer = {
            "",
            "Examples",
            "  slipway plan pilot job.yaml",
            "  slipway plan pilot job.yaml --steps 100 --sizes 2x,4x,H200:16",
            "  slipway plan pilot --of digits-pilot --total 20000 --save-every 500",
            "",
            "The script says its steps in the file that SLIPWAY_PROGRESS names: docs/running.md"
        })
public final class PilotCommand extends RemoteCommand implements IExitCodeGenerator {

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final String RUNNING = "running";
    private static final int SHOWED_NOTHING = 1;
    private static final int LONGEST_NAME = 57;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "The spec, as for slipway submit.")
    private Optional<Path> file = Optional.empty();

    @Option(
            names = "--of",
            paramLabel = "NAME",
            description = "Runs nothing: shows the pilot of this name or id.")
    private Optional<String> of = Optional.empty();

    @Option(
            names = "--steps",
            paramLabel = "NUMBER",
            description = "Ended after so many steps; left out, 40.")
    private Optional<String> steps = Optional.empty();

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description = "Whose quota it uses; left out, as for slipway submit.")
    private Optional<String> team = Optional.empty();

    @Mixin private PilotQuestion question = new PilotQuestion();

    private boolean nothing;

    public PilotCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (file.isPresent() == of.isPresent()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    file.isPresent()
                            ? "There is a file, and --of."
                            : "There is neither a file nor --of.",
                    "Either a spec is run as a pilot, or one that ran is shown.",
                    "For example: slipway plan pilot job.yaml");
        }
        String pilot = of.orElseGet(this::submitted);
        ApiCall<NoBody, PilotView> apiCall =
                question.in(ApiCall.to(PilotRoutes.SHOW).with(PathParameter.WORKLOAD, pilot));
        PilotView view = of.isPresent() ? ask(apiCall) : ended(apiCall);
        nothing = view.state().equals("nothing");
        show(apiCall.route().answer(), view, it -> PilotText.say(terminal(), it));
    }

    private String submitted() {
        WorkloadSpec spec = spec(shell().here().resolve(file.orElseThrow()).normalize());
        WorkloadView taken =
                ask(
                        ApiCall.to(WorkloadRoutes.SUBMIT)
                                .with(PathParameter.TEAM, team(spec))
                                .sending(
                                        new NewWorkload(
                                                spec.json(), Optional.empty(), Optional.empty())));
        terminal()
                .note(
                        ("%s/%s is a pilot of %d steps. Leave whenever you like, and ask later:"
                                        + " slipway plan pilot --of %s")
                                .formatted(
                                        taken.team(),
                                        taken.name(),
                                        spec.pilot()
                                                .map(PilotSpec::steps)
                                                .orElse(PilotSpec.DEFAULT_STEPS),
                                        taken.name()));
        return taken.id();
    }

    /** A mistake in the file is told before its name or its folder is asked for. */
    private WorkloadSpec spec(Path read) {
        SpecOverrides pilot =
                SpecOverrides.NONE.with(
                        "pilot.steps",
                        "--steps",
                        steps.orElse(Integer.toString(PilotSpec.DEFAULT_STEPS)));
        WorkloadSpec written = WorkloadFile.read(read, pilot).spec();
        SpecOverrides named = pilot.with("name", "name", name(read, written));
        Optional<String> workdir = written.execution().program().workdir();
        return WorkloadFile.read(
                        read,
                        workdir.isEmpty()
                                ? named
                                : named.with("workdir", "workdir", folder(read, workdir.get())))
                .spec();
    }

    private static String name(Path read, WorkloadSpec spec) {
        String stem = read.getFileName().toString().replaceAll("\\.[^.]*$", "");
        String plain =
                spec.name()
                        .orElse(stem.toLowerCase(java.util.Locale.ROOT))
                        .replaceAll("[^a-z0-9-]", "-")
                        .replaceAll("^-+", "");
        String cut = plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
        return (cut.isEmpty() ? "job" : cut) + "-pilot";
    }

    /** The server stands in another folder, so it is told the whole path. */
    private String folder(Path read, String written) {
        return written.equals("~") || written.startsWith("~/")
                ? shell().home()
                        .resolve(written.substring(Math.min(2, written.length())))
                        .toString()
                : read.resolveSibling(written).normalize().toString();
    }

    private TeamId team(WorkloadSpec spec) {
        return team.or(() -> spec.team().map(TeamId::value))
                .or(() -> Optional.ofNullable(shell().environment().get("SLIPWAY_TEAM")))
                .filter(text -> !text.isBlank())
                .map(PilotCommand::parsed)
                .or(() -> shell().contexts().defaultTeam(context().name()))
                .orElseGet(this::own);
    }

    private TeamId own() {
        if (asCurl()) {
            return TeamId.ALL;
        }
        MeRoute.Me me = ask(ApiCall.to(MeRoute.ME));
        List<TeamId> teams = me.roles().stream().map(it -> it.team()).distinct().toList();
        if (me.within().isEmpty() && teams.size() != 1 && !teams.contains(TeamId.ALL)) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "It is not clear which team the pilot is of.",
                    "You are in %d teams.".formatted(teams.size()),
                    "Say it with --team TEAM.");
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
                                        "'" + text + "' cannot be the name of a team.",
                                        "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                                        "See the teams: slipway team list"));
    }

    /** Says how far it is, whenever that has changed. */
    private PilotView ended(ApiCall<NoBody, PilotView> apiCall) {
        String told = "";
        while (true) {
            PilotView now = ask(apiCall);
            if (!now.state().equals(RUNNING) || terminal().isOutputClosed()) {
                return now;
            }
            String said = now.answer().replaceAll("[0-9,]+", ""); // not every step is news
            if (!asJson() && !said.equals(told)) {
                told = said;
                terminal().note(now.answer());
            }
            rest();
        }
    }

    private static void rest() {
        try {
            ClientTimeouts.defaults().sleeper().sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public int getExitCode() {
        return nothing ? SHOWED_NOTHING : 0;
    }
}
