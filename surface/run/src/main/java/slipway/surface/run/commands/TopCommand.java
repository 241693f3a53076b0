package slipway.surface.run.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.run.api.NodeRoutes;
import slipway.surface.run.api.NodeRoutes.NodeView;
import slipway.surface.run.api.WorkloadUsageRoutes;
import slipway.surface.run.api.WorkloadUsageRoutes.GpuView;
import slipway.surface.run.api.WorkloadUsageRoutes.VitalsView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway top}. */
@Command(
        name = "top",
        description = "Show live utilization of running workloads.",
        footer = {
            "",
            "Examples",
            "  slipway top                  refresh every two seconds until Ctrl-C",
            "  slipway top --once           print once; the default when the output is not a terminal",
            "  slipway top --team vision    workloads of one team",
            "  slipway top --json           for a script, with every accelerator"
        })
final class TopCommand extends RemoteCommand {

    private static final Duration REFRESH_INTERVAL = Duration.ofSeconds(2);

    /** Moves the cursor to the upper left corner. Overwriting the old text instead of clearing it avoids flicker. */
    private static final String HOME = "\u001b[H";

    private static final String CLEAR = "\u001b[2J";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String CLEAR_TO_END = "\u001b[K";

    @Option(names = "--once", description = "Print once and exit.")
    private boolean once;

    @Option(names = "--team", paramLabel = "TEAM", description = "Only workloads of this team.")
    private Optional<String> team = Optional.empty();

    TopCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (once || asJson() || asCurl() || !terminal().capabilities().stdoutIsTerminal()) {
            list(call(), this::print);
            return;
        }
        terminal().out().print(CLEAR);
        while (!terminal().isOutputClosed()) {
            String frame = frame(all(call()));
            terminal().out().print(HOME + frame.replace("\n", CLEAR_TO_END + "\n") + CLEAR_BELOW);
            terminal().out().flush();
            pause();
        }
    }

    private ApiCall<NoBody, ListPage<VitalsView>> call() {
        ApiCall<NoBody, ListPage<VitalsView>> apiCall = ApiCall.to(WorkloadUsageRoutes.LIST);
        return team.map(name -> apiCall.query(WorkloadRoutes.TEAM, TeamChoice.parsed(name)))
                .orElse(apiCall);
    }

    private void pause() {
        try {
            ClientTimeouts.defaults().sleeper().sleep(REFRESH_INTERVAL);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting", interrupted);
        }
    }

    private void print(List<VitalsView> running) {
        terminal().out().print(frame(running));
        terminal().out().flush();
    }

    private String frame(List<VitalsView> running) {
        List<NodeView> nodes = nodes();
        String table = running.isEmpty() ? "" : terminal().format(table(running));
        String hung =
                String.join(
                        "",
                        running.stream()
                                .filter(each -> each.hung().isPresent())
                                .map(
                                        each ->
                                                each.name()
                                                        + " seems to hang. "
                                                        + terminal().plain(each.hung().get())
                                                        + "\n")
                                .toList());
        return table + hung + idle(running) + summary(running, nodes) + "\n";
    }

    private String idle(List<VitalsView> running) {
        return String.join(
                "",
                running.stream()
                        .filter(each -> each.idle().isPresent())
                        .map(
                                each ->
                                        each.name()
                                                + ": "
                                                + terminal().plain(each.idle().get())
                                                + "\n")
                        .toList());
    }

    private TextTable table(List<VitalsView> running) {
        var textTable =
                TextTable.of(
                        whole("WORKLOAD"),
                        number("GPU"),
                        number("GPU MEM"),
                        number("POWER"),
                        number("CPU"),
                        number("MEM"),
                        text("PROGRESS"),
                        whole("ENDS"));
        for (VitalsView each : running) {
            textTable.row(
                    each.name(),
                    utilization(each),
                    gpus(each, GpuView::memory).map(sum -> Format.bytes(new Bytes(sum))).orElse(""),
                    gpus(each, GpuView::watts).map(sum -> Format.count(sum) + " W").orElse(""),
                    each.cpus().map(busy -> Format.number(busy / 10 / 100.0)).orElse(""),
                    each.memory().map(bytes -> Format.bytes(new Bytes(bytes))).orElse(""),
                    ProgressText.of(each.step(), each.total(), each.loss()),
                    each.ends().map(at -> shell().times().time(at)).orElse("open"));
        }
        return textTable;
    }

    private static TableCell utilization(VitalsView each) {
        OptionalDouble mean =
                each.gpus().stream()
                        .flatMap(gpu -> gpu.utilisation().stream())
                        .mapToLong(Long::longValue)
                        .average();
        if (mean.isEmpty()) {
            return new TableCell(Tone.QUIET, each.gpus().isEmpty() ? "" : "shared");
        }
        boolean idle = mean.getAsDouble() < 1;
        return new TableCell(
                idle ? Tone.WARNING : Tone.GOOD,
                Format.percent(Math.round(mean.getAsDouble()) / 100.0));
    }

    /** The sum of a value over all its accelerators. */
    private static Optional<Long> gpus(
            VitalsView each, java.util.function.ToLongFunction<GpuView> figure) {
        return each.gpus().isEmpty()
                ? Optional.empty()
                : Optional.of(each.gpus().stream().mapToLong(figure).sum());
    }

    /** Empty for a user who may not see nodes; the summary then has only workloads. */
    private List<NodeView> nodes() {
        try {
            return all(ApiCall.to(NodeRoutes.LIST));
        } catch (Problem problem) {
            if (problem.kind() == ProblemKind.DENIED) {
                return List.of();
            }
            throw problem;
        }
    }

    private static String summary(List<VitalsView> running, List<NodeView> nodes) {
        String count =
                running.isEmpty()
                        ? "No workload runs"
                        : Format.count(running.size(), "workload") + " running";
        String where = nodes.isEmpty() ? "" : " on " + NodesCommand.capacity(nodes);
        return count + where + ". Waiting workloads: slipway ps";
    }
}
