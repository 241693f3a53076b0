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

/** Looks ahead: which month runs out, what to add, by when to order it, what that costs. */
public final class Capacity {

    private final Question question;
    private final LocalDate today;
    private final Course least;
    private final Course probable;
    private final Course most;

    private Capacity(Question question, LocalDate today) {
        this.question = question;
        this.today = today;
        Estimate<Double> rate = question.growth().perMonth();
        this.least = new Course(question, today, rate.low());
        this.probable = new Course(question, today, rate.value());
        this.most = new Course(question, today, rate.high());
    }

    /** Pure: the same question on the same day has the same answer. */
    public static CapacityPlan of(Catalog catalog, Question question, Instant now) {
        return new Capacity(question, now.atOffset(ZoneOffset.UTC).toLocalDate())
                .plan(catalog, Offers.of(catalog, now));
    }

    private CapacityPlan plan(Catalog catalog, Offers offers) {
        var paying = new Paying(catalog, offers, question, List.of(least, probable, most));
        boolean adds = !probable.orders().isEmpty() || !most.orders().isEmpty();
        List<Way> ways = adds ? paying.ways() : List.of();
        return new CapacityPlan(
                question,
                today,
                IntStream.rangeClosed(0, question.months()).mapToObj(this::month).toList(),
                new RunsOut(
                        runsOut(probable),
                        runsOut(probable).map(probable::month),
                        runsOut(most).map(probable::month),
                        runsOut(least).map(probable::month)),
                probable.orders(),
                ways,
                adds ? paying.even() : Optional.empty(),
                question.budget()
                        .flatMap(it -> ways.stream().findFirst().map(way -> spent(it, way))));
    }

    private Month month(int index) {
        int needed = probable.needed(index);
        return new Month(
                index,
                probable.month(index),
                question.growth().after(index, question.demand().busy()),
                new Estimate<>(
                        needed,
                        least.needed(index),
                        most.needed(index),
                        question.growth().restsOn()),
                probable.there(index),
                Math.max(0, needed - question.have()));
    }

    private Optional<Integer> runsOut(Course course) {
        return IntStream.rangeClosed(0, question.months())
                .filter(it -> course.needed(it) > question.have())
                .boxed()
                .findFirst();
    }

    private Budget spent(Money budget, Way way) {
        Money left = budget;
        Optional<YearMonth> until = Optional.empty();
        for (int month = 1; month <= question.months(); month++) {
            left = left.minus(way.monthly().get(month - 1));
            if (left.isNegative()) {
                return new Budget(budget, way, false, until);
            }
            until = Optional.of(probable.month(month));
        }
        return new Budget(budget, way, true, until);
    }
}
