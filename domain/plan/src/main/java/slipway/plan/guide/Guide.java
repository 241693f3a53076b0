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
 * A guide for a first plan: questions in the order of SCALE, actions in the order of DEPLOY.
 *
 * @param answer the plan in one sentence
 * @param scale five answers
 * @param deploy six steps
 */
public record Guide(GuideRequest request, String answer, List<Answer> scale, List<Step> deploy) {

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
     * @param question the question behind it
     * @param answer the answer with its numbers
     */
    public record Answer(String name, String question, String answer) {}

    /**
     * @param name {@code define}
     * @param action what to do, with its numbers
     * @param command the command for it
     */
    public record Step(String name, String action, String command) {}

    /**
     * Makes a guide. It is pure except for a named config.json.
     *
     * @param folder the folder of named files
     */
    public static Guide of(Planner planner, GuideRequest request, Path folder, Instant now) {
        return switch (request.goal()) {
            case TRAIN -> new TrainingGuide(planner, request, folder).guide(now);
            case SERVE -> new ServingGuide(planner, request, folder).guide(now);
            default ->
                    throw new Problem(
                            NO_GOAL,
                            "There is no goal %s.".formatted(UntrustedText.quoted(request.goal())),
                            "A guide knows train and serve."
                                    + SpellingSuggestion.didYouMean(
                                            request.goal(), List.of(TRAIN, SERVE)),
                            "Write --goal train or --goal serve.");
        };
    }

    static List<String> split(Optional<String> words) {
        return words.stream().flatMap(it -> Arrays.stream(it.split(",", -1))).toList();
    }
}
