package slipway.surface.run.server.pages;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.identity.Principal;
import slipway.run.Runner;
import slipway.run.cost.WorkloadCost;
import slipway.run.dispatch.QueueForecast;
import slipway.run.engine.DiscoveredNode;
import slipway.run.lifecycle.RunState;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.decision.Forecast;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.surface.web.component.PageForm;
import slipway.surface.web.page.ViewerPreferences;

/** A snapshot of the workloads that one viewer may see. */
public record VisibleWorkloads(
        Runner runner,
        QueueForecast queueForecast,
        Principal principal,
        ViewerPreferences preferences,
        TimeFormat times) {

    private static final Pattern ID = Pattern.compile("\\b[0-9a-z]{26}\\b");

    public RunState runState() {
        return runner.runState();
    }

    public boolean maySee(Workload workload) {
        return principal.may(Permission.WORKLOADS_READ, workload.team());
    }

    public boolean mayChange(TeamId team) {
        return principal.may(Permission.WORKLOADS_WRITE, team);
    }

    /** Workloads that have not ended, of the teams that the viewer has selected. */
    public List<Workload> live() {
        return runState().live().filter(this::isShown).toList();
    }

    /** Recently ended workloads, newest first. */
    public List<Workload> ended() {
        return runState()
                .recentlyEnded()
                .filter(this::isShown)
                .sorted(
                        Comparator.<Workload, java.time.Instant>comparing(
                                        each -> each.state().since())
                                .reversed())
                .toList();
    }

    private boolean isShown(Workload workload) {
        return shows(workload.team());
    }

    /** Whether the viewer may see the team's workloads, and has not deselected the team. */
    boolean shows(TeamId team) {
        return principal.may(Permission.WORKLOADS_READ, team)
                && preferences.includes(team, principal);
    }

    /** Placed workloads, longest running first. */
    public List<RunningItem> running() {
        return live().stream()
                .filter(each -> each.state().currentPlacement().isPresent())
                .sorted(Comparator.comparing(each -> each.state().since()))
                .map(each -> RunningItem.of(each, this))
                .toList();
    }

    /** Waiting workloads in queue order; those with unmet dependencies are last. */
    public List<Workload> waiting() {
        Stream<Workload> queued =
                queueForecast.pendingInOrder().stream()
                        .flatMap(each -> runState().find(each.id()).stream())
                        .filter(each -> each.state() instanceof WorkloadState.Queued);
        List<WorkloadId> known =
                queueForecast.pendingInOrder().stream().map(each -> each.id()).toList();
        var knownIds = new java.util.HashSet<>(known);
        Stream<Workload> others =
                runState()
                        .live()
                        .filter(
                                each ->
                                        each.state() instanceof WorkloadState.Submitted
                                                || (each.state() instanceof WorkloadState.Queued
                                                        && !knownIds.contains(each.id())));
        return Stream.concat(queued, others).filter(this::isShown).toList();
    }

    /** {@code sweep 12} for a member of an array. */
    public static String name(Workload workload) {
        return workload.member()
                .map(member -> workload.name() + " " + member.index())
                .orElse(workload.name());
    }

    public static String path(Workload workload) {
        return "/workloads/" + workload.id();
    }

    /** Replaces workload ids by names; a workload that the viewer may not see has none. */
    public String withNames(String sentence) {
        return ID.matcher(sentence)
                .replaceAll(
                        found ->
                                WorkloadId.parse(found.group())
                                        .flatMap(runState()::find)
                                        .filter(this::maySee)
                                        .map(VisibleWorkloads::name)
                                        .orElse("another workload"));
    }

    /** {@code 8 H100}; for a CPU job its processors. */
    public String holds(Workload workload) {
        return workload.state()
                .currentPlacement()
                .filter(placement -> placement.totalThousandths() > 0)
                .map(
                        placement ->
                                Format.acceleratorThousandths(
                                        placement.totalThousandths(), type(placement)))
                .orElseGet(() -> processors(workload));
    }

    private String type(Placement placement) {
        String node = placement.seats().getFirst().node();
        String type =
                runner.nodes().stream()
                        .map(DiscoveredNode::node)
                        .filter(each -> each.name().equals(node))
                        .map(each -> each.devices().type())
                        .findFirst()
                        .orElse("accelerators");
        String slots =
                placement.totalThousandths() == Node.Devices.WHOLE
                        ? "processor slot"
                        : "processor slots";
        return type.equals(Node.Devices.NONE) ? slots : type;
    }

    /** The CPUs that the scheduler allocates, in thousandths. */
    public int cpus(Workload workload) {
        return Stream.concat(
                        queueForecast.cluster().running().stream().map(each -> each.workload()),
                        queueForecast.cluster().pending().stream().map(each -> each.workload()))
                .filter(each -> each.id().equals(workload.id()))
                .mapToInt(each -> each.request().machine().cpus())
                .findFirst()
                .orElseGet(
                        () ->
                                workload.spec()
                                        .resources()
                                        .cpus()
                                        .map(requested -> requested.thousandths())
                                        .orElse(1_000));
    }

    private String processors(Workload workload) {
        int cpus = cpus(workload);
        String nodes = workload.spec().scheduling().gang().nodes() > 1 ? " on each node" : "";
        return Format.number(cpus / 1e3) + (cpus == 1_000 ? " processor" : " processors") + nodes;
    }

    /** Its cost, from the scheduler's allocation and run time estimate. */
    public WorkloadCost cost(Workload workload) {
        return runner.costCalculator()
                .of(
                        workload,
                        Stream.concat(
                                        queueForecast.cluster().running().stream()
                                                .map(each -> each.workload()),
                                        queueForecast.cluster().pending().stream()
                                                .map(each -> each.workload()))
                                .filter(each -> each.id().equals(workload.id()))
                                .findFirst(),
                        queueForecast.forecast().of(workload.id()).map(Forecast.Window::placement));
    }

    Optional<CostLabel> costLabel(Workload workload) {
        return CostLabel.inColumn(workload, cost(workload));
    }

    /** {@code high priority}; empty for normal priority. */
    static Optional<String> priority(Workload workload) {
        return switch (workload.spec().scheduling().priority()) {
            case NORMAL -> Optional.empty();
            case LOW, HIGH, CRITICAL ->
                    Optional.of(
                            workload.spec().scheduling().priority().name().toLowerCase(Locale.ROOT)
                                    + " priority");
        };
    }

    /** The form that cancels it, with a warning of the loss; empty if the viewer may not. */
    public Optional<PageForm> cancelForm(Workload workload) {
        boolean alreadyCancelled =
                workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                        && stop.then() == WorkloadState.AfterStop.CANCEL;
        return workload.state().ended() || alreadyCancelled || !mayChange(workload.team())
                ? Optional.empty()
                : Optional.of(
                        PageForm.of("POST /api/v1/workloads/" + workload.id() + "/cancel", "Cancel")
                                .asking(cancelWarning(workload))
                                .done("Cancelled " + workload.name() + "."));
    }

    private String cancelWarning(Workload workload) {
        if (workload.member().isPresent()) {
            return "Cancel all members of the array %s that have not ended? Unsaved work is lost."
                    .formatted(workload.name());
        }
        return workload.state().currentPlacement().isEmpty()
                ? "Cancel %s? It loses its position in the queue.".formatted(workload.name())
                : "Cancel %s? It has run for %s%s; unsaved work is lost."
                        .formatted(
                                workload.name(),
                                timeInState(workload),
                                cost(workload)
                                        .soFar()
                                        .map(paid -> " and cost " + Format.money(paid))
                                        .orElse(""));
    }

    String timeInState(Workload workload) {
        return Format.duration(
                java.time.Duration.between(workload.state().since(), times.now()).abs());
    }
}
