package slipway.plan.guide;

import java.util.Optional;

/**
 * The unchecked answers of a user to the guide's questions.
 *
 * @param goal {@code train} or {@code serve}
 * @param model a name, a config.json, or numbers
 * @param amount tokens to train on, {@code 15B}, or requests to serve, {@code 20/s}
 * @param accelerators accelerator types, {@code H100,H200}; any if empty
 * @param deadline for training
 * @param budget budget of a training run, or of an hour of serving
 * @param region the region of the data or the users
 */
public record GuideRequest(
        String goal,
        String model,
        String amount,
        Optional<String> accelerators,
        Optional<String> deadline,
        Optional<String> budget,
        Optional<String> region) {

    /** The answers as command options. */
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
