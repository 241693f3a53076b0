package slipway.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Money;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.OwnNodes;
import slipway.plan.money.PricingTerms;
import slipway.plan.request.ConfigFiles;
import slipway.plan.request.TrainingGoal;
import slipway.plan.request.TrainingRequest;

/** Plans for an existing cluster. */
class OwnNodesTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final List<OwnNodes> FOUR =
            List.of(new OwnNodes("H100", 8, 4, Money.cents(240, "USD")));

    private final Planner planner = Planner.bundled();

    private TrainingGoal aim(Optional<String> deadline, List<String> terms) {
        return aim("llama-3-8b", deadline, terms);
    }

    private TrainingGoal aim(String model, Optional<String> deadline, List<String> terms) {
        var limits =
                new TrainingRequest.Limits(
                        deadline, Optional.empty(), List.of(), List.of(), List.of(), terms, "32");
        return planner.goal(
                new TrainingRequest(
                        "slipway plan train",
                        model,
                        Optional.of("15B"),
                        Optional.empty(),
                        new TrainingRequest.StatedBatch(
                                Optional.empty(), Optional.empty(), Optional.empty()),
                        "bf16",
                        "full",
                        limits),
                ConfigFiles.FORBIDDEN,
                NOW);
    }

    @Test
    void plans_use_at_most_the_existing_nodes_at_their_stated_cost() {
        TrainingPlan made = planner.train(aim(Optional.empty(), List.of("own")), FOUR);
        assertThat(made.ways().paretoFront())
                .isNotEmpty()
                .allSatisfy(
                        way -> {
                            assertThat(way.offer().terms()).isEqualTo(PricingTerms.OWN);
                            assertThat(way.accelerators()).isLessThanOrEqualTo(32);
                            assertThat(way.offer().price().perHour().value())
                                    .isEqualTo(Money.cents(240, "USD"));
                        });
        assertThat(made.ways().paretoFront()).extracting(Way::accelerators).contains(32);
        assertThat(made.chosen().name()).isEqualTo(made.chosen().accelerators() + " own H100");
    }

    @Test
    void a_part_of_a_node_is_offered_too() {
        TrainingGoal small = aim("llama-3.2-1b", Optional.empty(), List.of("own"));
        TrainingPlan made = planner.train(small, FOUR);
        assertThat(made.ways().paretoFront()).extracting(Way::accelerators).contains(1, 4, 32);
    }

    @Test
    void a_cached_search_gives_the_same_plan_as_a_fresh_one() {
        TrainingPlan _ = planner.train(aim(Optional.of("3d"), List.of()), FOUR);
        TrainingPlan again = planner.train(aim(Optional.of("2d"), List.of()), FOUR);
        TrainingPlan fresh = Planner.bundled().train(aim(Optional.of("2d"), List.of()), FOUR);
        assertThat(again.chosen()).isEqualTo(fresh.chosen());
        assertThat(again.ways().paretoFront()).isEqualTo(fresh.ways().paretoFront());
        assertThat(again.ways().consideredSetUps()).isEqualTo(fresh.ways().consideredSetUps());
    }
}
