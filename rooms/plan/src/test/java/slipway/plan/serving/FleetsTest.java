package slipway.plan.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slipway.base.Money;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.plan.money.Choice;
import slipway.plan.money.Terms;

class FleetsTest {

    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
    private static final Catalog CATALOG = Catalog.bundled();
    private static final Serving SERVING = new Serving(CATALOG);
    private static final Physics PHYSICS = new Physics();
    private static final ServingAim.Demand DEMAND = new ServingAim.Demand(20, 1_000, 200);
    private static final ServingAim.Goal GOAL =
            new ServingAim.Goal(Duration.ofMillis(500), Duration.ofMillis(40));

    @Test
    void the_cheapest_way_that_keeps_the_goal_is_chosen() {
        ServingPlan plan = SERVING.plan(aim("llama-3-8b", DEMAND, anything()));
        Fleet chosen = plan.chosen();
        assertThat(chosen.first95().value()).isLessThanOrEqualTo(GOAL.first());
        assertThat(chosen.each95().value()).isLessThanOrEqualTo(GOAL.each());
        assertThat(chosen.capacity().value() * chosen.replicas())
                .isGreaterThanOrEqualTo(DEMAND.rate());
        assertThat(plan.beside())
                .isNotEmpty()
                .allSatisfy(
                        it ->
                                assertThat(it.cost().hour().value())
                                        .isGreaterThanOrEqualTo(chosen.cost().hour().value()));
        assertThat(plan.considered()).isGreaterThan(50);
    }

    @Test
    void the_same_wish_gets_the_same_plan() {
        ServingAim aim = aim("llama-3-8b", DEMAND, anything());
        assertThat(SERVING.plan(aim).toString()).isEqualTo(SERVING.plan(aim).toString());
    }

    @Test
    void more_requests_take_more_replicas_and_a_request_costs_much_the_same() {
        ServingAim.Bounds bounds = only("H100", Weight.EIGHT);
        Fleet few = SERVING.plan(aim("llama-3-8b", DEMAND, bounds)).chosen();
        var tenfold = new ServingAim.Demand(400, DEMAND.input(), DEMAND.output());
        Fleet many = SERVING.plan(aim("llama-3-8b", tenfold, bounds)).chosen();
        assertThat(many.replicas()).isGreaterThan(few.replicas());
        assertThat(many.cost().thousandRequests().value())
                .isLessThanOrEqualTo(few.cost().thousandRequests().value());
    }

    @Test
    void costs_follow_from_the_hour() {
        Fleet.Cost cost = SERVING.plan(aim("llama-3-8b", DEMAND, anything())).chosen().cost();
        double hour = (double) cost.hour().value().millionths();
        assertThat((double) cost.thousandRequests().value().millionths())
                .isCloseTo(hour / 72, within(1.0));
        assertThat((double) cost.millionTokens().value().millionths())
                .isCloseTo(hour / 14.4, within(1.0));
    }

    @Test
    void a_model_larger_than_the_memory_does_not_fit() {
        assertThat(memory("llama-3-70b", "H100", Weight.SIXTEEN, 1).fits()).isFalse();
        assertThat(memory("llama-3-70b", "A100-40GB", Weight.SIXTEEN, 2).fits()).isFalse();
        Memory four = memory("llama-3-70b", "H100", Weight.SIXTEEN, 4);
        assertThat(four.fits()).isTrue();
        // 80 layers, 2 x 8 heads x 128 numbers of 2 bytes, 1,100 tokens half way.
        assertThat(four.perRequest().count()).isEqualTo(80L * 2 * 8 * 128 * 2 * 1_100);
        assertThat(four.weights().plus(four.room()).plus(four.software())).isEqualTo(four.total());
    }

    @Test
    void alone_a_request_waits_for_nobody_and_too_many_wait_for_ever() {
        Pace replicaSpeed = pace();
        Traffic.Seen alone = Traffic.of(replicaSpeed, DEMAND, 0.001);
        assertThat(alone.first95())
                .isCloseTo(replicaSpeed.prefill() + replicaSpeed.fixed(), within(1e-9));
        assertThat(alone.each95()).isCloseTo(replicaSpeed.step(1), within(1e-9));
        double most = replicaSpeed.most(DEMAND.output());
        Traffic.Seen busy = Traffic.of(replicaSpeed, DEMAND, 0.8 * most);
        assertThat(busy.first95()).isGreaterThan(1.3 * alone.first95());
        assertThat(busy.each95()).isGreaterThan(alone.each95());
        Traffic.Seen drowned = Traffic.of(replicaSpeed, DEMAND, 4 * most);
        assertThat(drowned.first95()).isGreaterThan(10 * busy.first95());
    }

    @Test
    void as_many_are_present_as_come_in_the_time_that_each_stays() {
        Traffic.Seen seen = Traffic.of(pace(), DEMAND, 5);
        assertThat(seen.present())
                .isCloseTo(5 * (seen.first50() + 199 * seen.each50()), within(1.0));
    }

    @Test
    void no_replica_lies_in_two_machines_and_machines_are_paid_for_as_a_whole() {
        Fleet servingFleet =
                SERVING.plan(aim("llama-3-70b", DEMAND, only("H100", Weight.SIXTEEN))).chosen();
        assertThat(
                        servingFleet.offer().machine().isEmpty()
                                || servingFleet.offer().perMachine() >= servingFleet.accelerators())
                .isTrue();
        long each = servingFleet.offer().perHour().value().millionths();
        long hour = servingFleet.cost().hour().value().millionths();
        assertThat(hour % (each * servingFleet.offer().perMachine())).isZero();
        assertThat(hour / each).isGreaterThanOrEqualTo(servingFleet.all());
    }

    @Test
    void what_cannot_be_kept_or_paid_is_a_problem_that_says_what_comes_nearest() {
        var swift = new ServingAim.Goal(Duration.ofMillis(1), Duration.ofNanos(1_000));
        var hopeless =
                new ServingAim(
                        CATALOG.models().named("llama-3-8b"), DEMAND, swift, anything(), NOW);
        assertThatThrownBy(() -> SERVING.plan(hopeless))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("would need");
        var poor = bounds(List.of(), List.of(), Optional.of(Money.cents(1, "USD")));
        assertThatThrownBy(() -> SERVING.plan(aim("llama-3-8b", DEMAND, poor)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("an hour");
    }

    @Test
    void a_short_goal_is_kept_by_more_accelerators_for_each_replica() {
        var swift = new ServingAim.Goal(Duration.ofSeconds(1), Duration.ofMillis(13));
        var five = new ServingAim.Demand(5, DEMAND.input(), DEMAND.output());
        ServingAim.Bounds bounds = only("H100", Weight.EIGHT);
        Fleet slow = SERVING.plan(aim("llama-3-70b", five, bounds)).chosen();
        Fleet quick =
                SERVING.plan(
                                new ServingAim(
                                        CATALOG.models().named("llama-3-70b"),
                                        five,
                                        swift,
                                        bounds,
                                        NOW))
                        .chosen();
        assertThat(quick.accelerators()).isGreaterThan(slow.accelerators());
        assertThat(quick.each95().value()).isLessThanOrEqualTo(swift.each());
    }

    @Test
    void weights_of_four_bits_also_lie_where_there_are_no_units_for_them() {
        ServingAim.Bounds bounds = bounds(List.of("H100"), List.of(), Optional.empty());
        Fleet servingFleet = SERVING.plan(aim("gpt-oss-120b", DEMAND, bounds)).chosen();
        assertThat(servingFleet.weight()).isEqualTo(Weight.FOUR);
        assertThat(servingFleet.memory().weights().count()).isLessThan(70_000_000_000L);
    }

    @Test
    void why_there_is_no_way_is_told_apart() {
        ServingAim.Bounds nobody =
                new ServingAim.Bounds(
                        "vllm",
                        Choice.ANY.from("nobody"),
                        List.of(),
                        List.of(),
                        OptionalInt.empty(),
                        Optional.empty());
        assertThatThrownBy(() -> SERVING.plan(aim("llama-3-8b", DEMAND, nobody)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Nobody offers");
        assertThatThrownBy(
                        () ->
                                SERVING.plan(
                                        aim("deepseek-v3", DEMAND, only("L40S", Weight.SIXTEEN))))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("holds the model");
    }

    @Test
    void tensor_parallel_divides_the_heads() {
        ServingPlan plan = SERVING.plan(aim("qwen2.5-7b", DEMAND, anything()));
        assertThat(Stream.concat(Stream.of(plan.chosen()), plan.beside().stream()))
                .allSatisfy(it -> assertThat(28 % it.accelerators()).isZero());
    }

    private static Pace pace() {
        Situation it = situation("llama-3-8b", "H100", Weight.EIGHT, 1);
        return Pace.computed(PHYSICS, it, 64);
    }

    private static Memory memory(String model, String type, Weight weightFormat, int cards) {
        Situation it = situation(model, type, weightFormat, cards);
        return Memory.of(it, PHYSICS.slots(it));
    }

    private static Situation situation(String model, String type, Weight weightFormat, int cards) {
        var servingDeployment =
                new Deployment(
                        "vllm",
                        new Bodies(CATALOG).named(model).orElseThrow(),
                        new Cards(CATALOG).named(type).orElseThrow(),
                        weightFormat,
                        Mode.AGGREGATED,
                        cards,
                        cards,
                        1);
        return new Situation(
                servingDeployment,
                DEMAND.input(),
                DEMAND.output(),
                new Load(Load.Kind.CONCURRENCY, 1));
    }

    private static ServingAim aim(
            String model, ServingAim.Demand demand, ServingAim.Bounds bounds) {
        return new ServingAim(CATALOG.models().named(model), demand, GOAL, bounds, NOW);
    }

    private static ServingAim.Bounds anything() {
        return bounds(List.of(), List.of(), Optional.empty());
    }

    private static ServingAim.Bounds only(String type, Weight weightFormat) {
        return bounds(List.of(type), List.of(weightFormat), Optional.empty());
    }

    private static ServingAim.Bounds bounds(
            List<String> types, List<Weight> weights, Optional<Money> budget) {
        return new ServingAim.Bounds(
                "vllm",
                Choice.ANY.on(Terms.ON_DEMAND, Terms.RESERVED, Terms.OWN),
                types,
                weights,
                OptionalInt.empty(),
                budget);
    }
}
