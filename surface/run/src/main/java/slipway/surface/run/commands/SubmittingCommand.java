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

/** A command that submits a workload. Each subclass reads the spec from its own kind of file or argument. */
abstract class SubmittingCommand extends RemoteCommand implements IExitCodeGenerator {

    /** The exit code of a command that worked although the workload failed. */
    private static final int WORKLOAD_FAILED = 1;

    @Mixin private SpecFlags flags = new SpecFlags();

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description = "Team to charge. Default: SLIPWAY_TEAM, then the context.")
    private Optional<String> team = Optional.empty();

    @Option(
            names = {"-f", "--follow"},
            order = 800,
            description = "Follow its log; exit code 1 if it does not succeed.")
    private boolean follow;

    @Option(
            names = {"-d", "--detach"},
            order = 800,
            description = "Print only its id.")
    private boolean detach;

    @Option(
            names = "--dry-run",
            order = 800,
            description = "Show the decision and the estimate; submit nothing.")
    private boolean dryRun;

    @Option(
            names = "--idempotency-key",
            order = 800,
            paramLabel = "KEY",
            description = "Repeating a submission with the same key has no effect.")
    private Optional<String> key = Optional.empty();

    private boolean failed;

    SubmittingCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    abstract WorkloadSpec spec(SpecOverrides overrides);

    @Override
    protected final void work() {
        WorkloadSpec spec =
                spec(
                        flags.overrides(
                                name -> Optional.ofNullable(shell().environment().get(name)),
                                () -> LastPlan.read(shell().contexts())));
        TeamId owner = team(spec);
        var body = new NewWorkload(spec.json(), Optional.empty(), Optional.empty());
        if (dryRun) {
            ExplanationView view =
                    ask(
                            ApiCall.to(WorkloadRoutes.REHEARSE)
                                    .with(PathParameter.TEAM, owner)
                                    .query(WorkloadRoutes.ZONE, shell().zone().get())
                                    .sending(body));
            if (asJson()) {
                json("rehearsal", JsonCodec.tree(WorkloadRoutes.REHEARSE.answer().write(view)));
            } else {
                printDryRun(view);
            }
            return;
        }
        ApiCall<NewWorkload, WorkloadView> apiCall =
                ApiCall.to(WorkloadRoutes.SUBMIT).with(PathParameter.TEAM, owner).sending(body);
        WorkloadView submitted = ask(key.map(apiCall::withIdempotencyKey).orElse(apiCall));
        print(spec, submitted);
        if (follow) {
            WorkloadView end =
                    LogFollower.of(this::ask, this::stream, shell(), asJson())
                            .follow(submitted, Optional.empty());
            failed = !end.state().equals("succeeded");
        } else if (!detach && !asJson()) {
            failed = !afterSubmit(submitted);
        }
    }

    /** Prints the server's answer as JSON; a subclass may wrap it in an object, under the given name. */
    void json(String name, JsonNode answer) {
        terminal().json(answer.toPrettyString());
    }

    /** Runs after the receipt is printed; false makes the command fail. */
    boolean afterSubmit(WorkloadView submitted) {
        return true;
    }

    private TeamId team(WorkloadSpec spec) {
        Optional<TeamId> explicit = team.map(TeamChoice::parsed).or(spec::team);
        Optional<TeamId> configured =
                explicit.or(
                                () ->
                                        Optional.ofNullable(
                                                        shell().environment().get("SLIPWAY_TEAM"))
                                                .filter(text -> !text.isBlank())
                                                .map(TeamChoice::parsed))
                        .or(() -> shell().contexts().defaultTeam(context().name()));
        return configured.orElseGet(
                () -> asCurl() ? TeamId.ALL : TeamChoice.of(ask(ApiCall.to(MeRoute.ME))));
    }

    private void print(WorkloadSpec spec, WorkloadView submitted) {
        if (asJson()) {
            if (!follow) {
                json("workload", JsonCodec.tree(WorkloadRoutes.SUBMIT.answer().write(submitted)));
            }
        } else if (detach) {
            terminal().printVerbatim(submitted.id());
        } else {
            printReceipt(spec, submitted);
        }
    }

    private void printReceipt(WorkloadSpec spec, WorkloadView submitted) {
        ExplanationView why =
                ask(
                        ApiCall.to(WorkloadRoutes.EXPLAIN)
                                .with(PathParameter.WORKLOAD, submitted.id())
                                .query(WorkloadRoutes.ZONE, shell().zone().get()));
        new SubmissionReceipt(shell(), spec.scheduling().array().map(JobArray::size).orElse(1))
                .print(submitted, why, follow);
    }

    private void printDryRun(ExplanationView view) {
        view.lines().forEach(line -> say(terminal().plain(line)));
        say("Nothing was submitted: this was a dry run.");
    }

    @Override
    public final int getExitCode() {
        return failed ? WORKLOAD_FAILED : 0;
    }
}
