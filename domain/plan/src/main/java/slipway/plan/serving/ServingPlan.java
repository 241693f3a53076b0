package slipway.plan.serving;

import java.util.List;

/**
 * The way to serve an aim, and what stands beside it.
 *
 * @param chosen the cheapest that keeps the goal
 * @param because why it was chosen
 * @param beside other ways, the cheapest first; no two of the same type with weights of the same size
 * @param considered so many ways were looked at
 */
public record ServingPlan(
        ServingGoal aim,
        ServingFleet chosen,
        String because,
        List<ServingFleet> beside,
        int considered) {

    public ServingPlan {
        beside = List.copyOf(beside);
    }
}
