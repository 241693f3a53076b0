package slipway.surface.run.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.EnvironmentView;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway logs}. */
@Command(
        name = "logs",
        description = "Print a log, or follow it until the workload ends.",
        footer = {
            "",
            "Examples",
            "  slipway logs digits",
            "  slipway logs -f digits               until it ends; Ctrl-C does not stop it",
            "  slipway logs digits --attempt 1      the log of the first attempt",
            "  slipway logs digits --rank 3         of the fourth node; default: all, each line with its node",
            "  slipway logs digits --grep 'loss nan'    matching lines; begin with (?i) to ignore case",
            "  slipway logs digits --environment    the packages installed in its environment",
            "  slipway logs -f digits --json        one JSON object per part, for a program"
        })
final class LogsCommand extends RemoteCommand {

    @Parameters(paramLabel = "NAME", description = "Name or id of the workload: slipway ps -a.")
    private String name = "";

    @Option(
            names = {"-f", "--follow"},
            description = "Follow the log until the workload ends.")
    private boolean follow;

    @Option(
            names = "--attempt",
            paramLabel = "NUMBER",
            description = "The log of this attempt. Default: the newest.")
    private Optional<Integer> attempt = Optional.empty();

    @Option(
            names = "--rank",
            paramLabel = "NUMBER",
            description = "One node of the gang, from 0. Default: all nodes.")
    private Optional<Integer> rank = Optional.empty();

    @Option(
            names = "--grep",
            paramLabel = "PATTERN",
            description = "Only lines that match this regular expression.")
    private Optional<String> grep = Optional.empty();

    @Option(
            names = "--environment",
            description = "Show its installed packages instead of its log.")
    private boolean environment;

    LogsCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (follow && grep.isPresent()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "--grep and --follow exclude each other.",
                    "A search reads only the present log.",
                    "Omit one of them.");
        }
        if (environment) {
            printEnvironment();
            return;
        }
        if (asCurl()) {
            ask(ApiCall.to(LogRoutes.READ).with(PathParameter.WORKLOAD, name));
        }
        WorkloadView workload =
                ask(ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, name));
        LogFollower logFollower =
                LogFollower.of(this::ask, this::stream, shell(), asJson()).rank(rank);
        if (follow) {
            logFollower.follow(workload, attempt);
        } else if (grep.isPresent()) {
            var logSearchOutput = new LogSearchOutput(workload, attempt, rank);
            list(
                    logSearchOutput.call(grep.get()),
                    lines -> logSearchOutput.show(lines, this::ask, terminal()));
        } else {
            print(workload, logFollower);
        }
    }

    private void printEnvironment() {
        ApiCall<NoBody, EnvironmentView> apiCall =
                ApiCall.to(LogRoutes.ENVIRONMENT)
                        .with(PathParameter.WORKLOAD, name)
                        .query(LogRoutes.RANK, rank.orElse(0));
        show(
                attempt.map(number -> apiCall.query(LogRoutes.ATTEMPT, number)).orElse(apiCall),
                this::print);
    }

    private void print(EnvironmentView view) {
        if (view.text().isEmpty()) {
            terminal()
                    .note(
                            "No packages were recorded: its spec names no environment, or it has not started.");
        }
        view.text().stream()
                .flatMap(String::lines)
                .forEach(line -> terminal().printVerbatim(terminal().plain(line)));
    }

    private void print(WorkloadView workload, LogFollower logFollower) {
        LogView last = logFollower.print(workload, attempt);
        if (last.attempt() == 0) {
            terminal()
                    .note(
                            LogFollower.ended(workload)
                                    ? "It never started. " + LogFollower.sentence(workload)
                                    : WorkloadName.of(workload)
                                            + " has not started yet. Why: slipway explain "
                                            + WorkloadName.of(workload));
        }
    }
}
