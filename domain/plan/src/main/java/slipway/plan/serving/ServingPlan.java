package slipway.plan.serving;

import java.util.List;

/**
 * The plan for a serving goal: the chosen way and alternatives.
 *
 * @param chosen the cheapest way that meets the goal
 * @param reason why it was chosen
 * @param alternatives other ways, the cheapest first; one for each type and weight format
 * @param consideredWays number of ways that were considered
 */
public record ServingPlan(
        ServingGoal goal,
        ServingFleet chosen,
        String reason,
        List<ServingFleet> alternatives,
        int consideredWays) {

    public ServingPlan {
        alternatives = List.copyOf(alternatives);
    }
}
