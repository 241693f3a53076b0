package slipway.plan.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Money;
import slipway.catalog.Catalog;
import slipway.plan.money.OfferFilter;
import slipway.plan.money.PricingTerms;

/** Properties of every serving plan. */
class ServingFleetPropertiesTest {

    private static final long SEED = 20_261_118;
    private static final int ASKED = 12;
    private static final Catalog CATALOG = Catalog.bundled();
    private static final ServingModel SERVING = new ServingModel(CATALOG);
    private static final List<String> MODELS =
            List.of("llama-3-8b", "llama-3-70b", "gpt-oss-120b", "qwen3-32b", "qwen3-30b-a3b");
    private static final ServingGoal.LatencyGoal GOAL =
            new ServingGoal.LatencyGoal(Duration.ofSeconds(1), Duration.ofMillis(50));

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void more_requests_never_need_fewer_accelerators_and_never_cost_less() {
        for (int round = 0; round < ASKED; round++) {
            String model = model();
            ServingGoal.Demand few = demand();
            var more =
                    new ServingGoal.Demand(
                            few.rate() * random.nextDouble(1, 8), few.input(), few.output());
            ServingGoal.Bounds one = on("H200", OptionalInt.of(4));
            ServingFleet less = SERVING.plan(aim(model, few, GOAL, one)).chosen();
            ServingFleet many = SERVING.plan(aim(model, more, GOAL, one)).chosen();
            assertThat(many.totalAccelerators())
                    .as(model + few + more)
                    .isGreaterThanOrEqualTo(less.totalAccelerators());
            assertThat(hour(aim(model, more, GOAL, anything())))
                    .as(model + few + more)
                    .isGreaterThanOrEqualTo(hour(aim(model, few, GOAL, anything())));
        }
    }

    @Test
    void a_looser_goal_never_costs_more() {
        for (int round = 0; round < ASKED; round++) {
            String model = model();
            ServingGoal.Demand demand = demand();
            var slack =
                    new ServingGoal.LatencyGoal(
                            GOAL.ttft().multipliedBy(1 + random.nextInt(4)),
                            GOAL.tpot().multipliedBy(1 + random.nextInt(4)));
            assertThat(hour(aim(model, demand, slack, anything())))
                    .as(model + demand + slack)
                    .isLessThanOrEqualTo(hour(aim(model, demand, GOAL, anything())));
        }
    }

    @Test
    void a_replica_never_exceeds_its_memory_or_its_slots() {
        for (int round = 0; round < ASKED; round++) {
            ServingGoal aim = aim(model(), demand(), GOAL, anything());
            assertThat(fleets(aim))
                    .allSatisfy(
                            it -> {
                                ReplicaMemory replicaMemory = it.replica().memory();
                                Bytes taken =
                                        replicaMemory
                                                .weights()
                                                .plus(replicaMemory.software())
                                                .plus(
                                                        replicaMemory.kvCacheOf(
                                                                replicaMemory.maxRequests()));
                                assertThat(taken)
                                        .as(aim + "")
                                        .isLessThanOrEqualTo(replicaMemory.total());
                                assertThat(it.replica().concurrency())
                                        .isLessThanOrEqualTo(replicaMemory.maxRequests());
                            });
        }
    }

    @Test
    void every_shown_way_meets_the_goal_and_serves_the_demand() {
        for (int round = 0; round < ASKED; round++) {
            ServingGoal aim = aim(model(), demand(), GOAL, anything());
            assertThat(fleets(aim))
                    .allSatisfy(
                            it -> {
                                assertThat(it.latency().ttftP95().value()).isLessThan(GOAL.ttft());
                                assertThat(it.latency().tpotP95().value()).isLessThan(GOAL.tpot());
                                assertThat(it.replicas() * it.replica().capacity().value())
                                        .isGreaterThanOrEqualTo(aim.demand().rate());
                            });
        }
    }

    /** Some rows with few requests exceed it; no table with many concurrent requests does. */
    @Test
    void no_replica_exceeds_half_of_its_peak() {
        reaches("llama-3-8b", 7.5e9, 0.5);
    }

    @Test
    void no_replica_with_few_experts_per_token_exceeds_a_fourth_of_its_peak() {
        reaches("qwen3-30b-a3b", 3.0e9, 0.25);
    }

    private static void reaches(String model, double active, double share) {
        for (int input : new int[] {16, 1_000, 6_000}) {
            for (int output : new int[] {1, 50, 1_000}) {
                var demand = new ServingGoal.Demand(1_000, input, output);
                ServingFleet it = SERVING.plan(aim(model, demand, GOAL, anything())).chosen();
                ServingAccelerator servingAccelerator =
                        new ServingAccelerators(CATALOG).find(it.offer().type()).orElseThrow();
                double operations =
                        2
                                * active
                                * (input + output)
                                * it.replica().capacity().value()
                                / it.replica().accelerators();
                assertThat(operations)
                        .as(it.name() + demand)
                        .isLessThanOrEqualTo(
                                share * servingAccelerator.peak(it.replica().formats().weights()));
            }
        }
    }

    private static Stream<ServingFleet> fleets(ServingGoal aim) {
        ServingPlan plan = SERVING.plan(aim);
        return Stream.concat(Stream.of(plan.chosen()), plan.alternatives().stream());
    }

    private static Money hour(ServingGoal aim) {
        return SERVING.plan(aim).chosen().cost().hour().value();
    }

    private String model() {
        return MODELS.get(random.nextInt(MODELS.size()));
    }

    private ServingGoal.Demand demand() {
        return new ServingGoal.Demand(
                Math.exp(random.nextDouble(-3, 6)),
                1 + random.nextInt(4_000),
                1 + random.nextInt(1_000));
    }

    private static ServingGoal aim(
            String model,
            ServingGoal.Demand demand,
            ServingGoal.LatencyGoal goal,
            ServingGoal.Bounds bounds) {
        return new ServingGoal(
                CATALOG.models().named(model),
                demand,
                goal,
                bounds,
                Instant.parse("2026-11-16T12:00:00Z"));
    }

    private static ServingGoal.Bounds anything() {
        return bounds(List.of(), OptionalInt.empty());
    }

    private static ServingGoal.Bounds on(String type, OptionalInt tensor) {
        return bounds(List.of(type), tensor);
    }

    private static ServingGoal.Bounds bounds(List<String> types, OptionalInt tensor) {
        return new ServingGoal.Bounds(
                "vllm",
                OfferFilter.ANY.on(PricingTerms.ON_DEMAND, PricingTerms.RESERVED, PricingTerms.OWN),
                types,
                List.of(),
                Optional.empty(),
                tensor,
                Optional.empty());
    }
}
