package slipway.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Money;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.OfferFilter;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.TermsMix;
import slipway.plan.request.TrainingGoal;
import slipway.plan.training.GemmDtype;
import slipway.plan.training.NetworkDemand;
import slipway.plan.training.StepBreakdown;
import slipway.plan.training.TrainingTask;

class TrainingPlanTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final Catalog CATALOG = Catalog.bundled();
    private static final Planner PLAN = Planner.withCatalog(CATALOG);
    private static final Bytes GIGABYTE = Bytes.gigabytes(1);
    private static final TrainingTask TASK = task("llama-3-8b", TrainingTask.Tuning.FULL);

    private static TrainingTask task(String model, TrainingTask.Tuning tuning) {
        return TrainingTask.of(
                CATALOG.models().named(model),
                new TrainingTask.Amount(15e9, 8_192, 512),
                GemmDtype.BFLOAT16,
                tuning);
    }

    private static TrainingGoal aim(
            Optional<Duration> deadline, Optional<Money> budget, TrainingGoal.Where where) {
        return new TrainingGoal(TASK, deadline, budget, where, NOW);
    }

    private static TrainingGoal.Where anywhere() {
        return new TrainingGoal.Where(OfferFilter.ANY, List.of(), OptionalInt.empty(), 32);
    }

    private static TrainingGoal.Where on(String type, int count) {
        return new TrainingGoal.Where(OfferFilter.ANY, List.of(type), OptionalInt.of(count), 512);
    }

    @Test
    void the_cheapest_whose_upper_end_meets_the_deadline_is_chosen() {
        TrainingPlan plan =
                PLAN.train(aim(Optional.of(Duration.ofDays(3)), Optional.empty(), anywhere()));
        assertThat(plan.withinBounds()).isTrue();
        assertThat(plan.chosen().time().high()).isLessThanOrEqualTo(Duration.ofDays(3));
        for (Way other : plan.ways().paretoFront()) {
            if (other.time().high().compareTo(Duration.ofDays(3)) <= 0) {
                assertThat(other.cost().value())
                        .isGreaterThanOrEqualTo(plan.chosen().cost().value());
            }
        }
    }

    @Test
    void a_shorter_deadline_never_costs_less() {
        Money before = Money.dollars(0);
        for (int hours : new int[] {240, 72, 24, 12, 6, 3}) {
            TrainingPlan plan =
                    PLAN.train(
                            aim(
                                    Optional.of(Duration.ofHours(hours)),
                                    Optional.empty(),
                                    anywhere()));
            assertThat(plan.withinBounds()).as(hours + " h").isTrue();
            assertThat(plan.chosen().cost().value()).isGreaterThanOrEqualTo(before);
            before = plan.chosen().cost().value();
        }
    }

    @Test
    void no_way_on_the_pareto_front_beats_another() {
        TrainingPlan plan = PLAN.train(aim(Optional.empty(), Optional.empty(), anywhere()));
        assertThat(plan.ways().paretoFront()).hasSizeGreaterThan(3);
        for (Way one : plan.ways().paretoFront()) {
            for (Way other : plan.ways().paretoFront()) {
                assertThat(one.beats(other)).isFalse();
            }
        }
    }

    @Test
    void the_plan_says_that_no_way_meets_the_deadline() {
        TrainingPlan plan =
                PLAN.train(aim(Optional.of(Duration.ofMinutes(20)), Optional.empty(), anywhere()));
        assertThat(plan.withinBounds()).isFalse();
        assertThat(plan.reason()).contains("nothing meets the deadline");
    }

    @Test
    void the_plan_shows_the_cheapest_way_and_says_that_the_budget_does_not_suffice() {
        TrainingPlan plan =
                PLAN.train(aim(Optional.empty(), Optional.of(Money.dollars(1)), anywhere()));
        assertThat(plan.withinBounds()).isFalse();
        assertThat(plan.reason()).contains("budget does not suffice");
    }

    @Test
    void only_what_is_allowed_is_chosen() {
        var offerFilter =
                new OfferFilter(Set.of("lambda"), Set.of(), Set.of(PricingTerms.ON_DEMAND));
        var where = new TrainingGoal.Where(offerFilter, List.of("H100"), OptionalInt.empty(), 4);
        TrainingPlan plan = PLAN.train(aim(Optional.empty(), Optional.empty(), where));
        assertThat(plan.ways().paretoFront())
                .isNotEmpty()
                .allSatisfy(
                        it -> {
                            assertThat(it.offer().provider()).isEqualTo("lambda");
                            assertThat(it.offer().terms()).isEqualTo(PricingTerms.ON_DEMAND);
                            assertThat(it.offer().machines(it.accelerators()))
                                    .isLessThanOrEqualTo(4);
                        });
    }

    @Test
    void the_requested_number_of_accelerators_is_used() {
        TrainingPlan plan = PLAN.train(aim(Optional.empty(), Optional.empty(), on("H100", 16)));
        assertThat(plan.ways().paretoFront()).isNotEmpty().allMatch(it -> it.accelerators() == 16);
    }

    @Test
    void unmeasured_types_are_used_only_by_name() {
        TrainingPlan free = PLAN.train(aim(Optional.empty(), Optional.empty(), anywhere()));
        assertThat(free.ways().paretoFront())
                .noneMatch(it -> it.offer().type().startsWith("Trainium"));
        var where =
                new TrainingGoal.Where(
                        OfferFilter.ANY, List.of("Trainium1"), OptionalInt.empty(), 32);
        TrainingPlan named = PLAN.train(aim(Optional.empty(), Optional.empty(), where));
        assertThat(named.chosen().offer().type()).isEqualTo("Trainium1");
        assertThat(named.chosen().time().grounds().getFirst().sentence()).contains("extrapolated");
    }

    @Test
    void adapters_have_no_optimizer_states_of_the_weights() {
        assertThat(optimizerBytes(TrainingTask.Tuning.FULL)).isPositive();
        assertThat(optimizerBytes(TrainingTask.Tuning.LORA)).isZero();
    }

    private static long optimizerBytes(TrainingTask.Tuning tuning) {
        var goal =
                new TrainingGoal(
                        task("llama-3-8b", tuning),
                        Optional.empty(),
                        Optional.empty(),
                        on("H100", 8),
                        NOW);
        return PLAN.train(goal)
                .chosen()
                .prospect()
                .configuration()
                .memoryBreakdown()
                .optimizer()
                .count();
    }

    @Test
    void the_bill_adds_up() {
        Way chosen =
                PLAN.train(aim(Optional.of(Duration.ofDays(3)), Optional.empty(), anywhere()))
                        .chosen();
        long sum =
                chosen.bill().lines().stream()
                        .mapToLong(it -> it.amount().value().millionths())
                        .sum();
        assertThat(chosen.cost().value().millionths()).isEqualTo(sum);
    }

    @Test
    void a_model_that_fits_nowhere_is_a_problem() {
        var trainingGoal =
                new TrainingGoal(
                        task("deepseek-v3", TrainingTask.Tuning.FULL),
                        Optional.empty(),
                        Optional.empty(),
                        on("H100", 8),
                        NOW);
        assertThatThrownBy(() -> PLAN.train(trainingGoal))
                .isInstanceOfSatisfying(
                        Problem.class,
                        it -> assertThat(it.code().name()).isEqualTo("no-way-to-train"));
    }

    @Test
    void one_machine_needs_no_network_and_several_do() {
        TrainingPlan one = PLAN.train(aim(Optional.empty(), Optional.empty(), on("H100", 8)));
        assertThat(one.step().network().isNeeded()).isFalse();
        TrainingPlan many = PLAN.train(aim(Optional.empty(), Optional.empty(), on("H100", 64)));
        assertThat(many.step().network().isNeeded()).isTrue();
        assertThat(many.step().network().required())
                .isBetween(new Bytes(100_000_000L), GIGABYTE.times(500));
        assertThat(many.step().network().waitingShare()).isBetween(0.0, 0.5);
    }

    @Test
    void a_network_suffices_if_less_than_a_twentieth_of_the_step_waits_for_it() {
        for (int count : new int[] {16, 32, 64, 128}) {
            NetworkDemand networkDemand =
                    PLAN.train(aim(Optional.empty(), Optional.empty(), on("H100", count)))
                            .step()
                            .network();
            // The required rate is rounded up to two digits, so the limit is not sharp.
            assertThat(networkDemand.suffices())
                    .as("%s", networkDemand)
                    .isEqualTo(
                            networkDemand.waitingShare()
                                    < (networkDemand.suffices() ? 0.05 : 0.046));
        }
    }

    @Test
    void a_step_is_the_sum_of_its_parts_and_a_run_the_sum_of_its_steps() {
        TrainingPlan plan = PLAN.train(aim(Optional.empty(), Optional.empty(), on("H100", 16)));
        Way chosen = plan.chosen();
        assertThat(plan.parts().stream().map(StepBreakdown.Part::what))
                .contains("saving checkpoints");
        double steps = plan.goal().task().steps() * plan.seconds();
        double useful = chosen.advice().shares().useful() + chosen.advice().shares().saving();
        assertThat(steps / useful)
                .isCloseTo(chosen.time().value().toSeconds() - 600.0, withinPercentage(0.5));
    }

    @Test
    void slow_storage_stalls_the_step() {
        DataLoading ample = DataLoading.of(TASK, 10, Optional.of(GIGABYTE));
        assertThat(ample.stallSeconds()).isZero();
        assertThat(ample.required().count()).isEqualTo(Math.round(512 * 8_192 * 4 / 10.0));
        DataLoading slow = DataLoading.of(TASK, 10, Optional.of(new Bytes(1_000_000)));
        assertThat(slow.stallSeconds()).isCloseTo(512 * 8_192 * 4 / 1e6 - 10, within(1e-9));
        assertThat(DataLoading.of(TASK, 10, Optional.empty()).stallSeconds()).isZero();
    }

    @Test
    void a_shorter_deadline_never_puts_more_work_on_spot() {
        double before = 1.01;
        for (int hours : new int[] {240, 60, 40, 36}) {
            var where =
                    new TrainingGoal.Where(
                            OfferFilter.ANY, List.of("H100"), OptionalInt.of(16), 512);
            TrainingPlan plan =
                    PLAN.train(aim(Optional.of(Duration.ofHours(hours)), Optional.empty(), where));
            TermsMix termsMix = plan.spotMix().orElseThrow().mix();
            double spot =
                    termsMix.parts().stream()
                            .filter(it -> it.terms() == PricingTerms.SPOT)
                            .mapToDouble(TermsMix.Part::hours)
                            .sum();
            double all = termsMix.parts().stream().mapToDouble(TermsMix.Part::hours).sum();
            assertThat(spot / all).as(hours + " h").isLessThan(before);
            assertThat(termsMix.cost().value()).isLessThan(termsMix.onDemand().value());
            before = spot / all + 1e-9;
        }
        assertThat(before).isLessThan(0.9);
    }

    @Test
    void there_is_no_mix_without_deadline_or_spot() {
        assertThat(PLAN.train(aim(Optional.empty(), Optional.empty(), on("H100", 16))).spotMix())
                .isEmpty();
        var steady = new OfferFilter(Set.of(), Set.of(), Set.of(PricingTerms.ON_DEMAND));
        var where = new TrainingGoal.Where(steady, List.of("H100"), OptionalInt.of(16), 512);
        assertThat(
                        PLAN.train(aim(Optional.of(Duration.ofDays(3)), Optional.empty(), where))
                                .spotMix())
                .isEmpty();
    }

    @Test
    void ways_that_take_much_longer_are_no_alternatives() {
        TrainingTask large = task("llama-3-70b", TrainingTask.Tuning.FULL);
        var trainingGoal =
                new TrainingGoal(large, Optional.empty(), Optional.empty(), anywhere(), NOW);
        TrainingPlan plan = PLAN.train(trainingGoal);
        Duration most = plan.chosen().time().value().multipliedBy(4);
        assertThat(plan.ways().alternatives())
                .isNotEmpty()
                .allMatch(
                        it ->
                                it.time().value().compareTo(most) <= 0
                                        || it.time().value().compareTo(Duration.ofDays(1)) <= 0);
    }

    @Test
    void every_cheaper_way_was_rejected_for_a_reason() {
        TrainingPlan plan =
                PLAN.train(aim(Optional.of(Duration.ofDays(3)), Optional.empty(), anywhere()));
        assertThat(plan.ways().rejected()).isNotEmpty();
        plan.ways().rejected().stream()
                .filter(it -> it.way().cost().value().compareTo(plan.chosen().cost().value()) < 0)
                .forEach(it -> assertThat(it.reason()).contains("after the deadline"));
    }

    @Test
    void buying_a_type_with_a_list_price_is_compared_with_renting() {
        BuyOrRent buyOrRent =
                PLAN.train(aim(Optional.empty(), Optional.empty(), on("H100", 16)))
                        .buyOrRent()
                        .getFirst();
        assertThat(buyOrRent.assumed()).isTrue();
        assertThat(buyOrRent.rental().terms()).isEqualTo(PricingTerms.ON_DEMAND);
        assertThat(buyOrRent.breakEvenFullyUsed().utilization().value()).isBetween(0.1, 1.0);
        assertThat(buyOrRent.breakEvenFullyUsed().months()).isPresent();
        assertThat(buyOrRent.breakEven().months()).isEmpty();
    }
}
