package slipway.surface.run.server.pages;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.text.Format;
import slipway.run.lifecycle.Workload;
import slipway.spec.workload.CheckpointSpec;
import slipway.spec.workload.TrainingSpec;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.web.component.FactItem;
import tools.jackson.databind.json.JsonMapper;

/** The spec of a workload, as facts of its page. */
final class RequestFacts {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private RequestFacts() {}

    static String amount(Workload workload, VisibleWorkloads visibleWorkloads) {
        return PendingItem.of(workload, visibleWorkloads).asks();
    }

    /** The whole spec as indented JSON. */
    static String prettySpec(Workload workload) {
        return JSON.readTree(workload.storedSpec().json()).toPrettyString();
    }

    static List<FactItem> facts(Workload workload, VisibleWorkloads visibleWorkloads) {
        WorkloadSpec spec = workload.spec();
        var scheduling = spec.scheduling();
        var execution = spec.execution();
        List<FactItem> facts = new ArrayList<>();
        facts.add(FactItem.of("Asks for", amount(workload, visibleWorkloads)));
        workload.state()
                .currentPlacement()
                .ifPresent(
                        placement ->
                                placement.seats().stream()
                                        .limit(8)
                                        .forEach(
                                                seat ->
                                                        facts.add(
                                                                FactItem.of("Runs on", seat.node())
                                                                        .at(
                                                                                "/nodes/"
                                                                                        + seat
                                                                                                .node()))));
        facts.add(FactItem.of("Priority", lower(scheduling.priority())));
        facts.add(
                FactItem.of(
                        "Launcher",
                        execution.program().launcher()
                                        == slipway.spec.workload.Program.Launcher.NONE
                                ? "none, one process per node"
                                : lower(execution.program().launcher())));
        spec.plan().ifPresent(plan -> addPlan(workload, plan, visibleWorkloads, facts));
        facts.add(
                FactItem.of(
                        "Time limit",
                        scheduling.times().maxDuration().map(Format::duration).orElse("none")));
        facts.add(FactItem.of("Checkpoints", checkpoints(execution.checkpoint())));
        facts.add(FactItem.of("Maximum attempts", Format.count(execution.retry().attempts())));
        facts.add(FactItem.of("Network", execution.program().network() ? "yes" : "none"));
        facts.add(FactItem.of("Id", workload.id().value()));
        return facts;
    }

    private static String checkpoints(Optional<CheckpointSpec> checkpoint) {
        return checkpoint
                .map(
                        spec ->
                                spec.every()
                                        .map(interval -> "every " + Format.duration(interval))
                                        .orElse("on request"))
                .orElse("None. Restarts from the beginning if stopped.");
    }

    private static void addPlan(
            Workload workload,
            TrainingSpec plan,
            VisibleWorkloads visibleWorkloads,
            List<FactItem> facts) {
        facts.add(FactItem.of("Trains", plan.summary()));
        if (workload.state().ended()) {
            return;
        }
        visibleWorkloads
                .runner()
                .estimate(workload)
                .ifPresent(
                        workloadEstimate -> {
                            workloadEstimate
                                    .time()
                                    .map(RequestFacts::interval)
                                    .ifPresent(
                                            text -> facts.add(FactItem.of("Planned time", text)));
                            workloadEstimate
                                    .warning()
                                    .ifPresent(text -> facts.add(FactItem.of("Plan", text)));
                        });
    }

    private static String interval(Estimate<Duration> time) {
        return "%s (%s to %s), %s"
                .formatted(
                        Format.duration(time.value()),
                        Format.duration(time.low()),
                        Format.duration(time.high()),
                        time.grounds().getFirst().sentence());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
