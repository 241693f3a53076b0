package slipway.plan.capacity;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.catalog.Catalog;
import slipway.plan.capacity.CapacityPlan.Budget;
import slipway.plan.capacity.CapacityPlan.Month;
import slipway.plan.capacity.CapacityPlan.RunsOut;
import slipway.plan.capacity.CapacityPlan.Way;
import slipway.plan.money.Offers;

/** Plans capacity: when it runs out, what to order by when, and its cost. */
public final class CapacityPlanner {

    private final CapacityGoal capacityGoal;
    private final LocalDate today;
    private final DemandProjection least;
    private final DemandProjection probable;
    private final DemandProjection most;

    private CapacityPlanner(CapacityGoal capacityGoal, LocalDate today) {
        this.capacityGoal = capacityGoal;
        this.today = today;
        Estimate<Double> rate = capacityGoal.growth().perMonth();
        this.least = new DemandProjection(capacityGoal, today, rate.low());
        this.probable = new DemandProjection(capacityGoal, today, rate.value());
        this.most = new DemandProjection(capacityGoal, today, rate.high());
    }

    /** A pure function of goal, catalog and day. */
    public static CapacityPlan of(Catalog catalog, CapacityGoal capacityGoal, Instant now) {
        return new CapacityPlanner(capacityGoal, now.atOffset(ZoneOffset.UTC).toLocalDate())
                .plan(catalog, Offers.of(catalog, now));
    }

    private CapacityPlan plan(Catalog catalog, Offers offers) {
        var capacityCost =
                new CapacityCost(catalog, offers, capacityGoal, List.of(least, probable, most));
        boolean adds = !probable.orders().isEmpty() || !most.orders().isEmpty();
        List<Way> ways = adds ? capacityCost.ways() : List.of();
        return new CapacityPlan(
                capacityGoal,
                today,
                IntStream.rangeClosed(0, capacityGoal.months()).mapToObj(this::month).toList(),
                new RunsOut(
                        runsOut(probable),
                        runsOut(probable).map(probable::month),
                        runsOut(most).map(probable::month),
                        runsOut(least).map(probable::month)),
                probable.orders(),
                ways,
                adds ? capacityCost.breakEven() : Optional.empty(),
                capacityGoal
                        .orders()
                        .budget()
                        .flatMap(it -> ways.stream().findFirst().map(way -> spent(it, way))));
    }

    private Month month(int index) {
        int needed = probable.needed(index);
        return new Month(
                index,
                probable.month(index),
                capacityGoal.growth().after(index, capacityGoal.demand().busyAccelerators()),
                new Estimate<>(
                        needed,
                        least.needed(index),
                        most.needed(index),
                        capacityGoal.growth().restsOn()),
                probable.available(index),
                Math.max(0, needed - capacityGoal.owned()));
    }

    private Optional<Integer> runsOut(DemandProjection demandProjection) {
        return IntStream.rangeClosed(0, capacityGoal.months())
                .filter(it -> demandProjection.needed(it) > capacityGoal.owned())
                .boxed()
                .findFirst();
    }

    private Budget spent(Money budget, Way way) {
        Money left = budget;
        Optional<YearMonth> until = Optional.empty();
        for (int month = 1; month <= capacityGoal.months(); month++) {
            left = left.minus(way.monthly().get(month - 1));
            if (left.isNegative()) {
                return new Budget(budget, way, false, until);
            }
            until = Optional.of(probable.month(month));
        }
        return new Budget(budget, way, true, until);
    }
}
