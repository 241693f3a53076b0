package slipway.schedule.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import slipway.schedule.EventScript;
import slipway.schedule.EventScripts;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Reservation;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.ScenarioRunner;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;

/** Formats scripts and observations briefly, because a counterexample has to be read. */
public final class ScenarioFormat {

    private ScenarioFormat() {}

    public static String script(EventScript script) {
        List<String> parts = new ArrayList<>();
        parts.add(policy(script.start().policy()));
        script.start().nodes().forEach(node -> parts.add(node(node)));
        script.start().teams().stream()
                .filter(teamQuotas -> !teamQuotas.quotas().isEmpty())
                .forEach(teamQuotas -> parts.add(team(teamQuotas)));
        script.start().bookings().forEach(booking -> parts.add(booking(booking)));
        script.steps().forEach(step -> parts.add(step(step)));
        return String.join(" / ", parts);
    }

    /** The decisions and the reservations. */
    public static String observation(ScenarioRunner.Observation scene) {
        List<String> parts = new ArrayList<>();
        scene.plan().actions().forEach(decision -> parts.add(decision(decision)));
        scene.after()
                .pending()
                .forEach(
                        pendingWorkload ->
                                pendingWorkload
                                        .reservation()
                                        .ifPresent(
                                                reservation ->
                                                        parts.add(
                                                                pendingWorkload.id()
                                                                        + reservation(
                                                                                reservation))));
        return since(scene.now()) + ": " + String.join(", ", parts);
    }

    private static String policy(SchedulingPolicy schedulingPolicy) {
        SchedulingPolicy.PreemptionRules taking = schedulingPolicy.preemption();
        return "%s minimum %s notice %s keeps %d%s%s%s overtake %d"
                .formatted(
                        schedulingPolicy.order(),
                        schedulingPolicy.minimumRun(),
                        schedulingPolicy.notice(),
                        schedulingPolicy.reservations(),
                        taking.reclaim() ? " back" : "",
                        taking.lowerPriority() ? " lower" : "",
                        taking.servicesOverJobs() ? " services" : "",
                        taking.overtakeFactor());
    }

    private static String node(Node node) {
        return "%s %d %s%s in %s%s"
                .formatted(
                        node.name(),
                        node.devices().count(),
                        node.devices().type(),
                        node.devices().slices() < Node.Devices.WHOLE
                                ? " in " + node.devices().slices()
                                : "",
                        node.topology().rack(),
                        node.offer().spot() ? " spot" : "");
    }

    private static String team(TeamQuotas teamQuotas) {
        return teamQuotas.id()
                + teamQuotas.quotas().entrySet().stream()
                        .map(
                                quota ->
                                        " %s %d%s%s"
                                                .formatted(
                                                        quota.getKey(),
                                                        quota.getValue().guarantee(),
                                                        quota.getValue().limit().isPresent()
                                                                ? "<="
                                                                        + quota.getValue()
                                                                                .limit()
                                                                                .getAsInt()
                                                                : "",
                                                        quota.getValue().wholeNodes()
                                                                ? " in whole nodes"
                                                                : ""))
                        .collect(Collectors.joining(","));
    }

    private static String booking(Booking booking) {
        return "booked %s %s to %s%s"
                .formatted(
                        booking.nodes(),
                        since(booking.from()),
                        since(booking.until()),
                        booking.team().map(team -> " by " + team).orElse(""));
    }

    private static String step(EventScript.Step step) {
        return step instanceof EventScript.Step.Submit(var schedulableWorkload, var truth)
                ? "%s really %d %%".formatted(workload(schedulableWorkload), truth)
                : step.toString().replace("[]", "");
    }

    private static String workload(SchedulableWorkload schedulableWorkload) {
        SchedulableWorkload.Attributes manner = schedulableWorkload.attributes();
        Duration span = schedulableWorkload.times().runtime().high();
        return "%s %s %s %s asks %s%s %s %s rank %d%s%s"
                        .formatted(
                                schedulableWorkload.id(),
                                schedulableWorkload.team(),
                                manner.priority(),
                                manner.kind(),
                                schedulableWorkload.request().describe(),
                                constraints(schedulableWorkload.request()),
                                schedulableWorkload.times().runtime().source(),
                                span,
                                schedulableWorkload.rank(),
                                manner.checkpoints() ? " saves" : "",
                                manner.minimumRun().isZero()
                                        ? ""
                                        : " at least " + manner.minimumRun())
                + schedulableWorkload
                        .times()
                        .notBefore()
                        .map(at -> " not before " + since(at))
                        .orElse("");
    }

    private static String constraints(ResourceRequest resourceRequest) {
        return "%s%s%s%s%s"
                .formatted(
                        resourceRequest.gang().isElastic()
                                ? " elastic %d to %d"
                                        .formatted(
                                                resourceRequest.gang().minNodes(),
                                                resourceRequest.gang().maxNodes())
                                : "",
                        resourceRequest.machine().cpus() > 0
                                ? " cpus " + resourceRequest.machine().cpus() / 1_000
                                : "",
                        resourceRequest.machine().memory().count() > 0
                                ? " memory "
                                        + resourceRequest.machine().memory().count() / 1_000_000_000
                                : "",
                        resourceRequest.constraints().spot() ? " spot" : "",
                        resourceRequest.constraints().excluded().isEmpty()
                                ? ""
                                : " without " + resourceRequest.constraints().excluded().keySet());
    }

    private static String decision(Decision decision) {
        return switch (decision) {
            case Decision.Start(var id, var placement, var gap) ->
                    id
                            + " starts"
                            + placement(placement)
                            + gap.map(by -> " before " + by).orElse("");
            case Decision.Preempt(var id, var because, _) -> id + " stops: " + because;
            case Decision.Resize(var id, var to, _) -> id + " resizes to" + placement(to);
            case Decision.Migrate(var id, var to, var because, _) ->
                    id + " moves to" + placement(to) + " for " + because;
            case Decision.Wait _, Decision.Stay _ -> decision.toString();
        };
    }

    private static String reservation(Reservation reservation) {
        return " keeps%s %s to %s%s"
                .formatted(
                        placement(reservation.placement()),
                        since(reservation.earliestStart()),
                        since(reservation.latestStart()),
                        reservation.viaPreemption() ? " cleared" : "");
    }

    private static String placement(Placement placement) {
        return placement.seats().stream()
                .map(
                        allocation ->
                                " %s%s%s"
                                        .formatted(
                                                allocation.node(),
                                                allocation.devices(),
                                                allocation.thousandths() < 1_000
                                                        ? "x" + allocation.thousandths()
                                                        : ""))
                .collect(Collectors.joining());
    }

    private static String since(Instant instant) {
        return Duration.between(EventScripts.START, instant).toString().substring(2);
    }
}
