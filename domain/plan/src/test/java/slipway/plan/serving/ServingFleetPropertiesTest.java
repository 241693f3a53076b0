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

/** What holds of every plan to serve, whatever is asked. */
class ServingFleetPropertiesTest {

    private static final long SEED = 20_261_118;
    private static final int ASKED = 12;
    private static final Catalog CATALOG = Catalog.bundled();
    private static final ServingModel SERVING = new ServingModel(CATALOG);
    private static final List<String> MODELS =
            List.of("llama-3-8b", "llama-3-70b", "gpt-oss-120b", "qwen3-32b", "qwen3-30b-a3b");
    private static final ServingGoal.Goal GOAL =
            new ServingGoal.Goal(Duration.ofSeconds(1), Duration.ofMillis(50));

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
            assertThat(many.all()).as(model + few + more).isGreaterThanOrEqualTo(less.all());
            assertThat(hour(aim(model, more, GOAL, anything())))
                    .as(model + few + more)
                    .isGreaterThanOrEqualTo(hour(aim(model, few, GOAL, anything())));
        }
    }

    @Test
    void a_slacker_goal_never_costs_more() {
        for (int round = 0; round < ASKED; round++) {
            String model = model();
            ServingGoal.Demand demand = demand();
            var slack =
                    new ServingGoal.Goal(
                            GOAL.first().multipliedBy(1 + random.nextInt(4)),
                            GOAL.each().multipliedBy(1 + random.nextInt(4)));
            assertThat(hour(aim(model, demand, slack, anything())))
                    .as(model + demand + slack)
                    .isLessThanOrEqualTo(hour(aim(model, demand, GOAL, anything())));
        }
    }

    @Test
    void a_replica_never_holds_more_than_its_memory_and_never_more_requests_than_it_has_slots() {
        for (int round = 0; round < ASKED; round++) {
            ServingGoal aim = aim(model(), demand(), GOAL, anything());
            assertThat(fleets(aim))
                    .allSatisfy(
                            it -> {
                                ReplicaMemory replicaMemory = it.memory();
                                Bytes taken =
                                        replicaMemory
                                                .weights()
                                                .plus(replicaMemory.software())
                                                .plus(replicaMemory.keys(replicaMemory.requests()));
                                assertThat(taken)
                                        .as(aim + "")
                                        .isLessThanOrEqualTo(replicaMemory.total());
                                assertThat(it.present())
                                        .isLessThanOrEqualTo(replicaMemory.requests());
                            });
        }
    }

    @Test
    void every_way_that_is_shown_keeps_the_goal_and_takes_the_demand() {
        for (int round = 0; round < ASKED; round++) {
            ServingGoal aim = aim(model(), demand(), GOAL, anything());
            assertThat(fleets(aim))
                    .allSatisfy(
                            it -> {
                                assertThat(it.first95().value()).isLessThan(GOAL.first());
                                assertThat(it.each95().value()).isLessThan(GOAL.each());
                                assertThat(it.replicas() * it.capacity().value())
                                        .isGreaterThanOrEqualTo(aim.demand().rate());
                            });
        }
    }

    /** Few requests were measured that seem to; of many at once no table shows it. */
    @Test
    void no_replica_takes_more_than_half_of_what_its_accelerators_can_multiply() {
        reaches("llama-3-8b", 7.5e9, 0.5);
    }

    @Test
    void nor_more_than_a_fourth_where_a_token_meets_few_experts() {
        reaches("qwen3-30b-a3b", 3.0e9, 0.25);
    }

    private static void reaches(String model, double active, double share) {
        for (int input : new int[] {16, 1_000, 6_000}) {
            for (int output : new int[] {1, 50, 1_000}) {
                var demand = new ServingGoal.Demand(1_000, input, output);
                ServingFleet it = SERVING.plan(aim(model, demand, GOAL, anything())).chosen();
                ServingAccelerator servingAccelerator =
                        new ServingAccelerators(CATALOG).named(it.offer().type()).orElseThrow();
                double operations =
                        2 * active * (input + output) * it.capacity().value() / it.accelerators();
                assertThat(operations)
                        .as(it.name() + demand)
                        .isLessThanOrEqualTo(share * servingAccelerator.peak(it.weight()));
            }
        }
    }

    private static Stream<ServingFleet> fleets(ServingGoal aim) {
        ServingPlan plan = SERVING.plan(aim);
        return Stream.concat(Stream.of(plan.chosen()), plan.beside().stream());
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
            ServingGoal.Goal goal,
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
                tensor,
                Optional.empty());
    }
}
