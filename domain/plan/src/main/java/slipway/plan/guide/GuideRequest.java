package slipway.plan.guide;

import java.util.Optional;

/**
 * What somebody who is guided has answered, in their own words: nothing of it has been checked.
 *
 * @param goal {@code train} or {@code serve}
 * @param model a name, a config.json, or numbers
 * @param amount tokens to train on, {@code 15B}, or requests to serve, {@code 20/s}
 * @param accelerators of which types, {@code H100,H200}; any where empty
 * @param deadline for training
 * @param budget for all of a training, or for an hour of serving
 * @param region where data or people are
 */
public record GuideRequest(
        String goal,
        String model,
        String amount,
        Optional<String> accelerators,
        Optional<String> deadline,
        Optional<String> budget,
        Optional<String> region) {

    /** As options of a command, those that were answered. */
    String options() {
        var words = new StringBuilder("--model ").append(model);
        words.append(goal.equals(Guide.SERVE) ? " --rate " : " --tokens ").append(amount);
        accelerators.ifPresent(it -> words.append(" --accelerators ").append(it));
        deadline.ifPresent(it -> words.append(" --deadline ").append(it));
        budget.ifPresent(it -> words.append(" --budget ").append(it));
        region.ifPresent(it -> words.append(" --region ").append(it));
        return words.toString();
    }
}
