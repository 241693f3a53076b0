package slipway.surface.run.commands;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.surface.api.ServerRoutes;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.TableColumn;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway ps}. */
@Command(
        name = "ps",
        description = "List workloads: progress, or why they wait.",
        footer = {
            "",
            "Examples",
            "  slipway ps                  running and waiting workloads",
            "  slipway ps -a               also ended workloads",
            "  slipway ps --team vision    workloads of one team",
            "  slipway ps --json           for a script, with ids; one item for each member of an array"
        })
final class PsCommand extends RemoteCommand {

    @Option(
            names = {"-a", "--all"},
            description = "Include ended workloads.")
    private boolean all;

    @Option(names = "--team", paramLabel = "TEAM", description = "Only workloads of this team.")
    private Optional<String> team = Optional.empty();

    PsCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        ApiCall<NoBody, ListPage<WorkloadView>> apiCall =
                ApiCall.to(WorkloadRoutes.LIST).query(WorkloadRoutes.ZONE, shell().zone().get());
        ApiCall<NoBody, ListPage<WorkloadView>> filtered =
                team.map(name -> apiCall.query(WorkloadRoutes.TEAM, TeamChoice.parsed(name)))
                        .orElse(apiCall);
        list(all ? filtered.query(WorkloadRoutes.ENDED, true) : filtered, this::print);
        if (!asJson()) {
            printServerNote();
        }
    }

    /** Prints the notice of the server. A failure of this request does not fail the list. */
    private void printServerNote() {
        try {
            ask(ApiCall.to(ServerRoutes.ALIVE)).note().ifPresent(terminal()::note);
        } catch (Problem failed) {
            terminal().note(terminal().plain(failed.what()));
        }
    }

    private void print(List<WorkloadView> workloads) {
        if (workloads.isEmpty()) {
            say(
                    all
                            ? "No workload yet. Run one: slipway run examples/digits.py"
                            : "No workload runs or waits. Ended workloads: slipway ps -a");
            return;
        }
        var columns =
                new OptionalColumns(
                        workloads.stream().anyMatch(it -> it.ends().isPresent()),
                        workloads.stream().anyMatch(it -> it.cost().words().isPresent()));
        TextTable textTable = TextTable.of(columns(columns));
        groups(workloads).forEach(group -> row(textTable, group, columns));
        terminal().show(textTable);
        say(summary(workloads));
    }

    /** Columns that appear only if a workload has a value for them. */
    private record OptionalColumns(boolean ends, boolean cost) {}

    /** The end time is its own column, because a long text cell is truncated at its end. */
    private static TableColumn[] columns(OptionalColumns optional) {
        return Stream.of(
                        Stream.of(
                                whole("WORKLOAD"),
                                whole("TEAM"),
                                whole("STATE"),
                                text("ASKS FOR"),
                                text("PROGRESS")),
                        optional.ends ? Stream.of(whole("ENDS")) : Stream.<TableColumn>empty(),
                        Stream.of(whole("SINCE")),
                        optional.cost ? Stream.of(whole("COST")) : Stream.<TableColumn>empty())
                .flatMap(each -> each)
                .toArray(TableColumn[]::new);
    }

    /** Workloads by row: all members of an array share one. */
    private static List<List<WorkloadView>> groups(List<WorkloadView> workloads) {
        Map<String, List<WorkloadView>> groups = new LinkedHashMap<>();
        workloads.forEach(
                it ->
                        groups.computeIfAbsent(it.array().orElse(it.id()), _ -> new ArrayList<>())
                                .add(it));
        return List.copyOf(groups.values());
    }

    private void row(TextTable textTable, List<WorkloadView> group, OptionalColumns columns) {
        List<Object> cells = new ArrayList<>(cells(group));
        if (columns.ends) {
            cells.add(cells.size() - 1, group.size() > 1 ? "" : ends(group.getFirst()));
        }
        if (columns.cost) {
            cells.add(CostText.of(group));
        }
        textTable.row(cells.toArray());
    }

    private List<Object> cells(List<WorkloadView> group) {
        WorkloadView first = group.getFirst();
        return group.size() > 1
                ? List.of(
                        first.name(),
                        first.team(),
                        state(mostActive(group)),
                        Format.count(group.size()) + " x " + first.asks(),
                        counted(group),
                        shell().times().time(first.submitted()))
                : List.of(
                        WorkloadName.of(first),
                        first.team(),
                        state(first.state()),
                        first.asks(),
                        progress(first),
                        shell().times().time(first.since()));
    }

    /** The state that represents an array: the most active of its members. */
    private static String mostActive(List<WorkloadView> group) {
        return group.stream()
                .map(WorkloadView::state)
                .min(java.util.Comparator.comparingInt(MOST_ACTIVE_FIRST::indexOf))
                .orElseThrow();
    }

    private static final List<String> MOST_ACTIVE_FIRST =
            List.of(
                    "running",
                    "starting",
                    "preempting",
                    "stopping",
                    "queued",
                    "submitted",
                    "failed",
                    "cancelled",
                    "succeeded");

    private static String counted(List<WorkloadView> group) {
        Map<String, Integer> counts =
                new TreeMap<>(java.util.Comparator.comparingInt(MOST_ACTIVE_FIRST::indexOf));
        group.forEach(it -> counts.merge(it.state(), 1, Integer::sum));
        return Format.list(
                counts.entrySet().stream()
                        .map(it -> Format.count(it.getValue()) + " " + it.getKey())
                        .toList());
    }

    private static TableCell state(String name) {
        Tone tone =
                switch (name) {
                    case "running", "starting", "succeeded" -> Tone.GOOD;
                    case "failed" -> Tone.BAD;
                    case "cancelled" -> Tone.QUIET;
                    default -> Tone.WARNING;
                };
        return new TableCell(tone, name);
    }

    private String ends(WorkloadView workload) {
        return workload.ends().map(shell().times()::time).orElse("");
    }

    private String progress(WorkloadView workload) {
        Optional<String> idle =
                workload.idle()
                        .map(since -> Duration.between(since, shell().times().now()))
                        .map(time -> "held idle " + Format.duration(time));
        return workload.progress()
                .map(text -> ProgressText.of(text) + idle.map(held -> "  " + held).orElse(""))
                .or(() -> idle)
                .or(workload::because)
                .orElse("");
    }

    private String summary(List<WorkloadView> workloads) {
        long ended = workloads.stream().filter(LogFollower::ended).count();
        long running = workloads.stream().filter(it -> !it.nodes().isEmpty()).count();
        long waiting = workloads.size() - ended - running;
        String count =
                "%s: %s running, %s waiting"
                        .formatted(
                                Format.count(workloads.size(), "workload"),
                                Format.count(running),
                                Format.count(waiting));
        return all
                ? count + ", " + Format.count(ended) + " ended. Read a log: slipway logs NAME"
                : count + ". All: slipway ps -a";
    }
}
