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
        description = "Shows what a workload printed, or follows it until it ends.",
        footer = {
            "",
            "Examples",
            "  slipway logs digits",
            "  slipway logs -f digits               until it ends; Ctrl-C leaves it running",
            "  slipway logs digits --attempt 1      how the first attempt went",
            "  slipway logs digits --rank 3         of the fourth node; without, lines of several say which",
            "  slipway logs digits --grep 'loss nan'    lines with that in them; (?i) before it for any case",
            "  slipway logs digits --environment    not its log: what was installed around it",
            "  slipway logs -f digits --json        one JSON object a part, for a program"
        })
final class LogsCommand extends RemoteCommand {

    @Parameters(paramLabel = "NAME", description = "Its name or id: slipway ps -a.")
    private String name = "";

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on with what it prints until it ends.")
    private boolean follow;

    @Option(
            names = "--attempt",
            paramLabel = "NUMBER",
            description = "Of this attempt; left out, of the newest.")
    private Optional<Integer> attempt = Optional.empty();

    @Option(
            names = "--rank",
            paramLabel = "NUMBER",
            description = "Of this node of its gang, from 0 on; left out, of all of them.")
    private Optional<Integer> rank = Optional.empty();

    @Option(
            names = "--grep",
            paramLabel = "PATTERN",
            description = "Only lines with this regular expression in them.")
    private Optional<String> grep = Optional.empty();

    @Option(
            names = "--environment",
            description = "Shows what was installed around it, instead of its log.")
    private boolean environment;

    LogsCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (follow && grep.isPresent()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "--grep and --follow do not go together.",
                    "A search looks through what there is now.",
                    "Leave one of them out.");
        }
        if (environment) {
            installed();
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
            logFollower.toTheEnd(workload, attempt);
        } else if (grep.isPresent()) {
            var logSearchOutput = new LogSearchOutput(workload, attempt, rank);
            list(
                    logSearchOutput.call(grep.get()),
                    lines -> logSearchOutput.show(lines, this::ask, terminal()));
        } else {
            now(workload, logFollower);
        }
    }

    private void installed() {
        ApiCall<NoBody, EnvironmentView> apiCall =
                ApiCall.to(LogRoutes.ENVIRONMENT)
                        .with(PathParameter.WORKLOAD, name)
                        .query(LogRoutes.RANK, rank.orElse(0));
        show(
                attempt.map(number -> apiCall.query(LogRoutes.ATTEMPT, number)).orElse(apiCall),
                this::installed);
    }

    private void installed(EnvironmentView view) {
        if (view.text().isEmpty()) {
            terminal()
                    .note(
                            "Nothing was written down: its spec names no environment, or it has not begun.");
        }
        view.text().stream()
                .flatMap(String::lines)
                .forEach(line -> terminal().printVerbatim(terminal().plain(line)));
    }

    private void now(WorkloadView workload, LogFollower logFollower) {
        LogView last = logFollower.now(workload, attempt);
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
