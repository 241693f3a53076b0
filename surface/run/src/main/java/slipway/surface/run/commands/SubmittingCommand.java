package slipway.surface.run.commands;

import java.util.Optional;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.base.TeamId;
import slipway.spec.workload.JobArray;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.LastPlan;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.people.MeRoute;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadRoutes.NewWorkload;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import tools.jackson.databind.JsonNode;

/** A command that submits a workload. Where its spec comes from is up to it. */
abstract class SubmittingCommand extends RemoteCommand implements IExitCodeGenerator {

    /** The exit code that says: the command did its work, the workload did not. */
    private static final int WORKLOAD_FAILED = 1;

    @Mixin private SpecFlags flags = new SpecFlags();

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description =
                    "Whose quota it uses; left out, the one of SLIPWAY_TEAM, of slipway context team, or yours.")
    private Optional<String> team = Optional.empty();

    @Option(
            names = {"-f", "--follow"},
            order = 800,
            description = "Shows its log until it ends; exit code 1 if it did not succeed.")
    private boolean follow;

    @Option(
            names = {"-d", "--detach"},
            order = 800,
            description = "Says only its id.")
    private boolean detach;

    @Option(
            names = "--dry-run",
            order = 800,
            description = "Says what would become of it, and submits nothing.")
    private boolean dryRun;

    @Option(
            names = "--idempotency-key",
            order = 800,
            paramLabel = "KEY",
            description = "Submitted again under the same key, it is still one workload.")
    private Optional<String> key = Optional.empty();

    private boolean failed;

    SubmittingCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    /** What is to be submitted. */
    abstract WorkloadSpec spec(SpecOverrides over);

    @Override
    protected final void work() {
        WorkloadSpec spec =
                spec(
                        flags.flags(
                                name -> Optional.ofNullable(shell().environment().get(name)),
                                () -> LastPlan.read(shell().contexts())));
        TeamId by = team(spec);
        var body = new NewWorkload(spec.json(), Optional.empty(), Optional.empty());
        if (dryRun) {
            ExplanationView view =
                    ask(
                            ApiCall.to(WorkloadRoutes.REHEARSE)
                                    .with(PathParameter.TEAM, by)
                                    .query(WorkloadRoutes.ZONE, shell().zone().get())
                                    .sending(body));
            if (asJson()) {
                json("rehearsal", JsonCodec.tree(WorkloadRoutes.REHEARSE.answer().write(view)));
            } else {
                rehearsed(view);
            }
            return;
        }
        ApiCall<NewWorkload, WorkloadView> apiCall =
                ApiCall.to(WorkloadRoutes.SUBMIT).with(PathParameter.TEAM, by).sending(body);
        WorkloadView taken = ask(key.map(apiCall::withIdempotencyKey).orElse(apiCall));
        tell(spec, taken);
        if (follow) {
            WorkloadView end =
                    LogFollower.of(this::ask, this::stream, shell(), asJson())
                            .toTheEnd(taken, Optional.empty());
            failed = !end.state().equals("succeeded");
        } else if (!detach && !asJson()) {
            failed = !goesOn(taken);
        }
    }

    /** Shows the server's answer; a command that has more to say puts it beside, under a name. */
    void json(String name, JsonNode answer) {
        terminal().json(answer.toPrettyString());
    }

    /** What is to be done once it was taken in and told of; false if that did not end well. */
    boolean goesOn(WorkloadView taken) {
        return true;
    }

    private TeamId team(WorkloadSpec spec) {
        Optional<TeamId> said = team.map(TeamChoice::parsed).or(spec::team);
        Optional<TeamId> here =
                said.or(
                                () ->
                                        Optional.ofNullable(
                                                        shell().environment().get("SLIPWAY_TEAM"))
                                                .filter(text -> !text.isBlank())
                                                .map(TeamChoice::parsed))
                        .or(() -> shell().contexts().defaultTeam(context().name()));
        return here.orElseGet(
                () -> asCurl() ? TeamId.ALL : TeamChoice.of(ask(ApiCall.to(MeRoute.ME))));
    }

    private void tell(WorkloadSpec spec, WorkloadView taken) {
        if (asJson()) {
            if (!follow) {
                json("workload", JsonCodec.tree(WorkloadRoutes.SUBMIT.answer().write(taken)));
            }
        } else if (detach) {
            terminal().printVerbatim(taken.id());
        } else {
            receipt(spec, taken);
        }
    }

    private void receipt(WorkloadSpec spec, WorkloadView taken) {
        ExplanationView why =
                ask(
                        ApiCall.to(WorkloadRoutes.EXPLAIN)
                                .with(PathParameter.WORKLOAD, taken.id())
                                .query(WorkloadRoutes.ZONE, shell().zone().get()));
        new SubmissionReceipt(shell(), spec.array().map(JobArray::size).orElse(1))
                .say(taken, why, follow);
    }

    private void rehearsed(ExplanationView view) {
        view.lines().forEach(line -> say(terminal().plain(line)));
        say("Nothing was submitted: this was a dry run.");
    }

    @Override
    public final int getExitCode() {
        return failed ? WORKLOAD_FAILED : 0;
    }
}
