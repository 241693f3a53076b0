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
import slipway.plan.money.OfferFilter;
import slipway.plan.money.PricingTerms;

class ServingFleetSearchTest {

    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
    private static final Catalog CATALOG = Catalog.bundled();
    private static final ServingModel SERVING = new ServingModel(CATALOG);
    private static final ServingPhysics PHYSICS = new ServingPhysics();
    private static final ServingGoal.Demand DEMAND = new ServingGoal.Demand(20, 1_000, 200);
    private static final ServingGoal.LatencyGoal GOAL =
            new ServingGoal.LatencyGoal(Duration.ofMillis(500), Duration.ofMillis(40));

    @Test
    void the_cheapest_way_that_meets_the_goal_is_chosen() {
        ServingPlan plan = SERVING.plan(aim("llama-3-8b", DEMAND, anything()));
        ServingFleet chosen = plan.chosen();
        assertThat(chosen.latency().ttftP95().value()).isLessThanOrEqualTo(GOAL.ttft());
        assertThat(chosen.latency().tpotP95().value()).isLessThanOrEqualTo(GOAL.tpot());
        assertThat(chosen.replica().capacity().value() * chosen.replicas())
                .isGreaterThanOrEqualTo(DEMAND.rate());
        assertThat(plan.alternatives())
                .isNotEmpty()
                .allSatisfy(
                        it ->
                                assertThat(it.cost().hour().value())
                                        .isGreaterThanOrEqualTo(chosen.cost().hour().value()));
        assertThat(plan.consideredWays()).isGreaterThan(50);
    }

    @Test
    void the_same_goal_gets_the_same_plan() {
        ServingGoal aim = aim("llama-3-8b", DEMAND, anything());
        assertThat(SERVING.plan(aim).toString()).isEqualTo(SERVING.plan(aim).toString());
    }

    @Test
    void more_requests_take_more_replicas_and_a_request_costs_much_the_same() {
        ServingGoal.Bounds bounds = only("H100", WeightFormat.EIGHT);
        ServingFleet few = SERVING.plan(aim("llama-3-8b", DEMAND, bounds)).chosen();
        var tenfold = new ServingGoal.Demand(400, DEMAND.input(), DEMAND.output());
        ServingFleet many = SERVING.plan(aim("llama-3-8b", tenfold, bounds)).chosen();
        assertThat(many.replicas()).isGreaterThan(few.replicas());
        assertThat(many.cost().thousandRequests().value())
                .isLessThanOrEqualTo(few.cost().thousandRequests().value());
    }

    @Test
    void all_costs_follow_from_the_hourly_cost() {
        ServingFleet.Cost cost =
                SERVING.plan(aim("llama-3-8b", DEMAND, anything())).chosen().cost();
        double hour = (double) cost.hour().value().millionths();
        assertThat((double) cost.thousandRequests().value().millionths())
                .isCloseTo(hour / 72, within(1.0));
        assertThat((double) cost.millionTokens().value().millionths())
                .isCloseTo(hour / 14.4, within(1.0));
    }

    @Test
    void a_model_larger_than_the_memory_does_not_fit() {
        assertThat(memory("llama-3-70b", "H100", WeightFormat.SIXTEEN, 1).fits()).isFalse();
        assertThat(memory("llama-3-70b", "A100-40GB", WeightFormat.SIXTEEN, 2).fits()).isFalse();
        ReplicaMemory four = memory("llama-3-70b", "H100", WeightFormat.SIXTEEN, 4);
        assertThat(four.fits()).isTrue();
        // 80 layers, 2 x 8 heads x 128 numbers of 2 bytes, 1,100 tokens half way.
        assertThat(four.perRequest().count()).isEqualTo(80L * 2 * 8 * 128 * 2 * 1_100);
        assertThat(four.weights().plus(four.kvCache()).plus(four.software()))
                .isEqualTo(four.total());
    }

    @Test
    void a_single_request_never_waits_and_an_overload_waits_without_bound() {
        ReplicaSpeed replicaSpeed = pace();
        BatchingSimulation.Observed alone = BatchingSimulation.of(replicaSpeed, DEMAND, 0.001);
        assertThat(alone.ttftP95())
                .isCloseTo(replicaSpeed.prefill() + replicaSpeed.fixedDelay(), within(1e-9));
        assertThat(alone.tpotP95()).isCloseTo(replicaSpeed.decodeStep(1), within(1e-9));
        double most = replicaSpeed.maxThroughput(DEMAND.output());
        BatchingSimulation.Observed busy = BatchingSimulation.of(replicaSpeed, DEMAND, 0.8 * most);
        assertThat(busy.ttftP95()).isGreaterThan(1.3 * alone.ttftP95());
        assertThat(busy.tpotP95()).isGreaterThan(alone.tpotP95());
        BatchingSimulation.Observed drowned = BatchingSimulation.of(replicaSpeed, DEMAND, 4 * most);
        assertThat(drowned.ttftP95()).isGreaterThan(10 * busy.ttftP95());
    }

    @Test
    void concurrency_follows_littles_law() {
        BatchingSimulation.Observed seen = BatchingSimulation.of(pace(), DEMAND, 5);
        assertThat(seen.concurrency())
                .isCloseTo(5 * (seen.ttftP50() + 199 * seen.tpotP50()), within(1.0));
    }

    @Test
    void no_replica_spans_machines_and_machines_are_billed_as_a_whole() {
        ServingFleet servingFleet =
                SERVING.plan(aim("llama-3-70b", DEMAND, only("H100", WeightFormat.SIXTEEN)))
                        .chosen();
        assertThat(
                        servingFleet.offer().machine().isEmpty()
                                || servingFleet.offer().perMachine()
                                        >= servingFleet.replica().accelerators())
                .isTrue();
        long each = servingFleet.offer().price().perHour().value().millionths();
        long hour = servingFleet.cost().hour().value().millionths();
        assertThat(hour % (each * servingFleet.offer().perMachine())).isZero();
        assertThat(hour / each).isGreaterThanOrEqualTo(servingFleet.totalAccelerators());
    }

    @Test
    void an_impossible_goal_is_a_problem_that_names_the_nearest_way() {
        var swift = new ServingGoal.LatencyGoal(Duration.ofMillis(1), Duration.ofNanos(1_000));
        var hopeless =
                new ServingGoal(
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
    void a_short_latency_goal_needs_more_accelerators_per_replica() {
        var swift = new ServingGoal.LatencyGoal(Duration.ofSeconds(1), Duration.ofMillis(13));
        var five = new ServingGoal.Demand(5, DEMAND.input(), DEMAND.output());
        ServingGoal.Bounds bounds = only("H100", WeightFormat.EIGHT);
        ServingFleet slow = SERVING.plan(aim("llama-3-70b", five, bounds)).chosen();
        ServingFleet quick =
                SERVING.plan(
                                new ServingGoal(
                                        CATALOG.models().named("llama-3-70b"),
                                        five,
                                        swift,
                                        bounds,
                                        NOW))
                        .chosen();
        assertThat(quick.replica().accelerators()).isGreaterThan(slow.replica().accelerators());
        assertThat(quick.latency().tpotP95().value()).isLessThanOrEqualTo(swift.tpot());
    }

    @Test
    void four_bit_weights_also_run_without_four_bit_units() {
        ServingGoal.Bounds bounds = bounds(List.of("H100"), List.of(), Optional.empty());
        ServingFleet servingFleet = SERVING.plan(aim("gpt-oss-120b", DEMAND, bounds)).chosen();
        assertThat(servingFleet.replica().formats().weights()).isEqualTo(WeightFormat.FOUR);
        assertThat(servingFleet.replica().memory().weights().count()).isLessThan(70_000_000_000L);
    }

    @Test
    void each_reason_for_no_way_has_its_own_sentence() {
        ServingGoal.Bounds unknownProvider =
                new ServingGoal.Bounds(
                        "vllm",
                        OfferFilter.ANY.from("unknown"),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Optional.empty());
        assertThatThrownBy(() -> SERVING.plan(aim("llama-3-8b", DEMAND, unknownProvider)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("No provider offers");
        assertThatThrownBy(
                        () ->
                                SERVING.plan(
                                        aim(
                                                "deepseek-v3",
                                                DEMAND,
                                                only("L40S", WeightFormat.SIXTEEN))))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("holds the model");
    }

    @Test
    void tensor_parallel_divides_the_heads() {
        ServingPlan plan = SERVING.plan(aim("qwen2.5-7b", DEMAND, anything()));
        assertThat(Stream.concat(Stream.of(plan.chosen()), plan.alternatives().stream()))
                .allSatisfy(it -> assertThat(28 % it.replica().accelerators()).isZero());
    }

    private static ReplicaSpeed pace() {
        ServingScenario it = situation("llama-3-8b", "H100", WeightFormat.EIGHT, 1);
        return ReplicaSpeed.physical(PHYSICS, it, 64);
    }

    private static ReplicaMemory memory(
            String model, String type, WeightFormat weightFormat, int cards) {
        ServingScenario it = situation(model, type, weightFormat, cards);
        return ReplicaMemory.of(it, PHYSICS.slots(it));
    }

    private static ServingScenario situation(
            String model, String type, WeightFormat weightFormat, int cards) {
        var servingDeployment =
                new ServingDeployment(
                        "vllm",
                        new ServedModels(CATALOG).find(model).orElseThrow(),
                        new ServingAccelerators(CATALOG).find(type).orElseThrow(),
                        NumberFormats.ofFramework("vllm", weightFormat),
                        BatchingMode.AGGREGATED,
                        ServingDeployment.ServingLayout.tensorParallel(cards));
        return new ServingScenario(
                servingDeployment,
                DEMAND.input(),
                DEMAND.output(),
                new RequestLoad(RequestLoad.Kind.CONCURRENCY, 1));
    }

    private static ServingGoal aim(
            String model, ServingGoal.Demand demand, ServingGoal.Bounds bounds) {
        return new ServingGoal(CATALOG.models().named(model), demand, GOAL, bounds, NOW);
    }

    private static ServingGoal.Bounds anything() {
        return bounds(List.of(), List.of(), Optional.empty());
    }

    private static ServingGoal.Bounds only(String type, WeightFormat weightFormat) {
        return bounds(List.of(type), List.of(weightFormat), Optional.empty());
    }

    private static ServingGoal.Bounds bounds(
            List<String> types, List<WeightFormat> weights, Optional<Money> budget) {
        return new ServingGoal.Bounds(
                "vllm",
                OfferFilter.ANY.on(PricingTerms.ON_DEMAND, PricingTerms.RESERVED, PricingTerms.OWN),
                types,
                weights,
                Optional.empty(),
                OptionalInt.empty(),
                budget);
    }
}
