package slipway.run.cost;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.GpuTime;
import slipway.base.Money;
import slipway.catalog.RateCard;
import slipway.run.cost.WorkloadCost.Expected;
import slipway.run.lifecycle.HeldTime;
import slipway.run.lifecycle.Workload;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;

/**
 * Computes costs from accelerator time and the prices of the cluster. Time already held comes from the recorded usage,
 * time still to be held from the scheduler's runtime estimate; no clock is read here.
 */
public final class CostCalculator {

    private static final Duration HOUR = Duration.ofHours(1);

    private final RateCard rateCard;
    private final List<Node> nodes;

    /** An amount of one type held at the same time. */
    private record Holding(String type, int thousandths) {}

    public CostCalculator(RateCard rateCard, List<Node> nodes) {
        this.rateCard = rateCard;
        this.nodes = List.copyOf(nodes);
    }

    /**
     * The cost of a workload.
     *
     * @param schedulable the workload as the scheduler sees it; empty once it has ended
     * @param on where it will probably start, if it is queued
     */
    public WorkloadCost of(
            Workload workload, Optional<SchedulableWorkload> schedulable, Optional<Placement> on) {
        HeldTime heldTime = workload.history().held();
        if (workload.state().ended()) {
            return of(heldTime, Optional.empty(), Optional.empty(), Duration.ZERO);
        }
        Optional<Placement> place = workload.state().currentPlacement().or(() -> on);
        return of(
                heldTime,
                schedulable.map(it -> holding(it.request(), place)),
                schedulable.map(it -> it.times().runtime()),
                workload.history().completedWork().plus(metered(workload)));
    }

    /** The cost of a workload that is not submitted yet. */
    public WorkloadCost of(SchedulableWorkload draft, Optional<Placement> on) {
        return of(
                HeldTime.NOTHING,
                Optional.of(holding(draft.request(), on)),
                Optional.of(draft.times().runtime()),
                Duration.ZERO);
    }

    /** How long its newest attempt has run, as far as that is recorded. */
    private static Duration metered(Workload workload) {
        return workload.history()
                .latest()
                .map(latest -> Duration.between(latest.placedAt(), latest.metered().until()))
                .filter(ran -> !ran.isNegative())
                .orElse(Duration.ZERO);
    }

    private WorkloadCost of(
            HeldTime heldTime,
            Optional<Holding> holding,
            Optional<RuntimeEstimate> span,
            Duration ran) {
        return new WorkloadCost(
                rateCard.currency(),
                price(heldTime),
                holding.flatMap(now -> price(HeldTime.NOTHING.plus(now.type(), time(now, HOUR)))),
                holding.flatMap(
                        now ->
                                span.filter(CostCalculator::isKnown)
                                        .flatMap(it -> expected(heldTime, now, it, ran))),
                unpriced(heldTime, holding));
    }

    private static boolean isKnown(RuntimeEstimate runtimeEstimate) {
        return switch (runtimeEstimate.source()) {
            case PLAN, PILOT, HISTORY, LIMIT -> true;
            case UNKNOWN, ENDLESS -> false;
        };
    }

    /** The cost at the end: held and expected time are added up, and priced once. */
    private Optional<Expected> expected(
            HeldTime heldTime, Holding now, RuntimeEstimate runtimeEstimate, Duration ran) {
        Optional<Money> least = costAtEnd(heldTime, now, runtimeEstimate.low(), ran);
        Optional<Money> likely = costAtEnd(heldTime, now, runtimeEstimate.middle(), ran);
        Optional<Money> most = costAtEnd(heldTime, now, runtimeEstimate.high(), ran);
        return least.isEmpty() || most.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Expected(
                                least.get(),
                                runtimeEstimate.source() == RuntimeEstimate.Source.LIMIT
                                        ? Optional.empty()
                                        : likely,
                                most.get()));
    }

    private Optional<Money> costAtEnd(
            HeldTime heldTime, Holding now, Duration takes, Duration ran) {
        Duration left = takes.minus(ran);
        return price(left.isNegative() ? heldTime : heldTime.plus(now.type(), time(now, left)));
    }

    private static GpuTime time(Holding holding, Duration wall) {
        return GpuTime.of(holding.thousandths(), wall);
    }

    /** Empty if a price is missing. */
    private Optional<Money> price(HeldTime heldTime) {
        Money sum = Money.zero(rateCard.currency());
        for (var each : heldTime.perType().entrySet()) {
            Optional<Money> part = rateCard.of(each.getKey(), each.getValue());
            boolean nothing = each.getValue().equals(GpuTime.ZERO);
            if (part.isEmpty() && !nothing) {
                return Optional.empty();
            }
            sum = part.map(sum::plus).orElse(sum);
        }
        return rateCard.perType().isEmpty() ? Optional.empty() : Optional.of(sum);
    }

    private List<String> unpriced(HeldTime heldTime, Optional<Holding> holding) {
        return Stream.concat(
                        heldTime.perType().keySet().stream(), holding.map(Holding::type).stream())
                .filter(type -> rateCard.of(type).isEmpty())
                .distinct()
                .toList();
    }

    // Holdings.

    private Holding holding(ResourceRequest resourceRequest, Optional<Placement> place) {
        int accelerators =
                place.map(Placement::totalThousandths).orElseGet(resourceRequest::totalThousandths);
        if (accelerators == 0) {
            int many = place.map(Placement::nodes).orElse(resourceRequest.gang().nodes());
            return new Holding(
                    RateCard.CPU, Math.multiplyExact(resourceRequest.machine().cpus(), many));
        }
        return new Holding(
                place.flatMap(this::type).orElseGet(() -> type(resourceRequest)), accelerators);
    }

    private Optional<String> type(Placement placement) {
        String first = placement.seats().getFirst().node();
        return nodes.stream()
                .filter(node -> node.name().equals(first))
                .map(node -> node.devices().type())
                .findFirst();
    }

    /** The first type on the cluster that it may have. */
    private String type(ResourceRequest resourceRequest) {
        return nodes.stream()
                .map(node -> node.devices().type())
                .filter(resourceRequest.accelerators()::allows)
                .findFirst()
                .orElseGet(
                        () ->
                                resourceRequest.accelerators().types().stream()
                                        .findFirst()
                                        .orElse("accelerators"));
    }
}
