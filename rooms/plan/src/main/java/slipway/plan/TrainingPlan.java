package slipway.plan;

import java.util.List;
import slipway.plan.training.Step;

/**
 * The answer to an aim.
 *
 * @param because why this way was chosen, as a clause
 * @param front all ways that no other beats in time and cost, the cheapest first
 * @param considered set-ups that were reckoned
 */
public record TrainingPlan(
        Aim aim,
        Way chosen,
        String because,
        boolean withinBounds,
        Step step,
        List<Way> front,
        long considered) {

    public TrainingPlan {
        front = List.copyOf(front);
    }
}
