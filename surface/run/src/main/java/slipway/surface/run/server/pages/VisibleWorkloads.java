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

/** The workloads as one visitor sees them at one moment. */
public record VisibleWorkloads(
        Runner runner,
        QueueForecast outlook,
        Principal visitor,
        ViewerPreferences choice,
        TimeFormat times) {

    private static final Pattern ID = Pattern.compile("\\b[0-9a-z]{26}\\b");

    public RunState docket() {
        return runner.runState();
    }

    public boolean sees(Workload workload) {
        return visitor.may(Permission.WORKLOADS_READ, workload.team());
    }

    public boolean mayChange(TeamId team) {
        return visitor.may(Permission.WORKLOADS_WRITE, team);
    }

    /** Those that have not ended, of the teams that the visitor looks at. */
    public List<Workload> live() {
        return docket().live().filter(this::isLookedAt).toList();
    }

    /** Those that ended lately, the newest first. */
    public List<Workload> ended() {
        return docket().recentlyEnded()
                .filter(this::isLookedAt)
                .sorted(
                        Comparator.<Workload, java.time.Instant>comparing(
                                        each -> each.state().since())
                                .reversed())
                .toList();
    }

    private boolean isLookedAt(Workload workload) {
        return looksAt(workload.team());
    }

    /** Whether the visitor sees the team's workloads, and has not chosen to look at others. */
    boolean looksAt(TeamId team) {
        return visitor.may(Permission.WORKLOADS_READ, team) && choice.includes(team, visitor);
    }

    /** What has a place, the longest running first. */
    public List<RunningItem> running() {
        return live().stream()
                .filter(each -> each.state().currentPlacement().isPresent())
                .sorted(Comparator.comparing(each -> each.state().since()))
                .map(each -> RunningItem.of(each, this))
                .toList();
    }

    /** What waits, in the order of turns; what is not ready yet comes last. */
    public List<Workload> waiting() {
        Stream<Workload> inLine =
                outlook.pendingInOrder().stream()
                        .flatMap(each -> docket().find(each.id()).stream())
                        .filter(each -> each.state() instanceof WorkloadState.Queued);
        List<WorkloadId> known = outlook.pendingInOrder().stream().map(each -> each.id()).toList();
        var there = new java.util.HashSet<>(known);
        Stream<Workload> others =
                docket().live()
                        .filter(
                                each ->
                                        each.state() instanceof WorkloadState.Submitted
                                                || (each.state() instanceof WorkloadState.Queued
                                                        && !there.contains(each.id())));
        return Stream.concat(inLine, others).filter(this::isLookedAt).toList();
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

    /** A sentence in which workloads that the visitor sees are called by their names. */
    public String named(String sentence) {
        return ID.matcher(sentence)
                .replaceAll(
                        found ->
                                WorkloadId.parse(found.group())
                                        .flatMap(docket()::find)
                                        .filter(this::sees)
                                        .map(VisibleWorkloads::name)
                                        .orElse("another workload"));
    }

    /** {@code 8 H100 on 2 nodes}; where none was asked for, processors. */
    public String holds(Workload workload) {
        return workload.state()
                .currentPlacement()
                .filter(place -> place.totalThousandths() > 0)
                .map(place -> Format.acceleratorThousandths(place.totalThousandths(), type(place)))
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

    /** What the scheduler gives it beside accelerators. */
    public int cpus(Workload workload) {
        return Stream.concat(
                        outlook.cluster().running().stream().map(each -> each.workload()),
                        outlook.cluster().pending().stream().map(each -> each.workload()))
                .filter(each -> each.id().equals(workload.id()))
                .mapToInt(each -> each.request().machine().cpus())
                .findFirst()
                .orElseGet(
                        () ->
                                workload.spec()
                                        .resources()
                                        .cpus()
                                        .map(asked -> asked.thousandths())
                                        .orElse(1_000));
    }

    private String processors(Workload workload) {
        int cpus = cpus(workload);
        String nodes = workload.spec().gang().nodes() > 1 ? " on each node" : "";
        return Format.number(cpus / 1e3) + (cpus == 1_000 ? " processor" : " processors") + nodes;
    }

    /** What it costs, at what the scheduler takes it to hold and to run. */
    public WorkloadCost cost(Workload workload) {
        return runner.costCalculator()
                .of(
                        workload,
                        Stream.concat(
                                        outlook.cluster().running().stream()
                                                .map(each -> each.workload()),
                                        outlook.cluster().pending().stream()
                                                .map(each -> each.workload()))
                                .filter(each -> each.id().equals(workload.id()))
                                .findFirst(),
                        outlook.forecast().of(workload.id()).map(Forecast.Window::placement));
    }

    Optional<CostLabel> outlay(Workload workload) {
        return CostLabel.inColumn(workload, cost(workload));
    }

    /** {@code high priority}; nothing where it is the usual one. */
    static Optional<String> priority(Workload workload) {
        return switch (workload.spec().priority()) {
            case NORMAL -> Optional.empty();
            case LOW, HIGH, CRITICAL ->
                    Optional.of(
                            workload.spec().priority().name().toLowerCase(Locale.ROOT)
                                    + " priority");
        };
    }

    /** What cancels it, for whoever may; it says what is lost. */
    public Optional<PageForm> cancelling(Workload workload) {
        boolean told =
                workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                        && stop.then() == WorkloadState.AfterStop.CANCEL;
        return workload.state().ended() || told || !mayChange(workload.team())
                ? Optional.empty()
                : Optional.of(
                        PageForm.of("POST /api/v1/workloads/" + workload.id() + "/cancel", "Cancel")
                                .asking(loss(workload))
                                .done("Cancelled " + workload.name() + "."));
    }

    private String loss(Workload workload) {
        if (workload.member().isPresent()) {
            return "Cancel all of the array %s that have not ended? What they have not saved is lost."
                    .formatted(workload.name());
        }
        return workload.state().currentPlacement().isEmpty()
                ? "Cancel %s? It loses its place in the queue.".formatted(workload.name())
                : "Cancel %s? It has held its place for %s%s; what it has not saved is lost."
                        .formatted(
                                workload.name(),
                                ran(workload),
                                cost(workload)
                                        .soFar()
                                        .map(paid -> " and cost " + Format.money(paid))
                                        .orElse(""));
    }

    String ran(Workload workload) {
        return Format.duration(
                java.time.Duration.between(workload.state().since(), times.now()).abs());
    }
}
