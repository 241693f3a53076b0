package slipway.plan.guide;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.plan.Planner;

/**
 * What a newcomer needs to know, in the order of SCALE, and to do, in the order of DEPLOY.
 *
 * @param answer in one sentence
 * @param scale five answers
 * @param deploy six steps
 */
public record Guide(GuideRequest wish, String answer, List<Letter> scale, List<Task> deploy) {

    static final String TRAIN = "train";
    static final String SERVE = "serve";

    private static final ProblemCode NO_GOAL =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-such-goal",
                    "A guide knows how to train and how to serve.");

    public Guide {
        scale = List.copyOf(scale);
        deploy = List.copyOf(deploy);
    }

    /**
     * @param name {@code scale}
     * @param asks the question behind it
     * @param answer with its numbers
     */
    public record Letter(String name, String asks, String answer) {}

    /**
     * @param name {@code define}
     * @param what to do, with its numbers
     * @param command to type for it
     */
    public record Task(String name, String what, String command) {}

    /**
     * Pure but for a config.json that may be named.
     *
     * @param here from where names of files are meant
     */
    public static Guide of(Planner planner, GuideRequest wish, Path here, Instant now) {
        return switch (wish.goal()) {
            case TRAIN -> new TrainingGuide(planner, wish, here).at(now);
            case SERVE -> new ServingGuide(planner, wish, here).at(now);
            default ->
                    throw new Problem(
                            NO_GOAL,
                            "There is no goal %s.".formatted(UntrustedText.quoted(wish.goal())),
                            "A guide knows train and serve."
                                    + SpellingSuggestion.didYouMean(
                                            wish.goal(), List.of(TRAIN, SERVE)),
                            "Write --goal train or --goal serve.");
        };
    }

    static List<String> split(Optional<String> words) {
        return words.stream().flatMap(it -> Arrays.stream(it.split(",", -1))).toList();
    }
}
