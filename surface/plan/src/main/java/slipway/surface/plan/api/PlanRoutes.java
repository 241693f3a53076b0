package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.RawJson;

/** Plans, for every signed-in user; they change nothing. */
public final class PlanRoutes {

    private static final String PLAN = "/api/v1/plan";

    /** A plan. */
    public record PlanAnswer(
            @ApiField(
                            value = "The answer in one sentence.",
                            longest = 2_000,
                            example = "Train on 16 own H100: 1 d 10 h, $1,322.")
                    String sentence,
            @ApiField(
                            value = "The command that gives the same plan without a server.",
                            longest = 4_000,
                            example = "slipway plan train --model llama-3-8b --tokens 15B")
                    String command,
            @ApiField(
                            value = "The planned job as YAML, for training plans.",
                            longest = ApiField.ESSAY,
                            lines = true)
                    Optional<String> spec,
            @ApiField(
                            value =
                                    "The whole answer, as --json prints it: times in seconds, sizes in bytes,"
                                            + " estimates as value, low and high.",
                            example =
                                    "{\"because\": \"the cheapest whose upper end meets the deadline\"}")
                    RawJson plan) {}

    public static final Route<PlanQuestions.Training, PlanAnswer> TRAIN =
            Route.of(HttpMethod.POST, PLAN + "/train")
                    .forSignedIn("plan-train", "Plans the training of a model.")
                    .asking(PlanQuestions.Training.class)
                    .answering(PlanAnswer.class);
    public static final Route<PlanQuestions.Tuning, PlanAnswer> FINETUNE =
            Route.of(HttpMethod.POST, PLAN + "/finetune")
                    .forSignedIn("plan-finetune", "Plans the fine-tuning of a model.")
                    .asking(PlanQuestions.Tuning.class)
                    .answering(PlanAnswer.class);
    public static final Route<PlanQuestions.Serving, PlanAnswer> SERVE =
            Route.of(HttpMethod.POST, PLAN + "/serve")
                    .forSignedIn("plan-serve", "Plans the serving of a model at a request rate.")
                    .asking(PlanQuestions.Serving.class)
                    .answering(PlanAnswer.class);
    public static final Route<PlanQuestions.Saving, PlanAnswer> CHECKPOINT =
            Route.of(HttpMethod.POST, PLAN + "/checkpoint")
                    .forSignedIn("plan-checkpoint", "Advises how often a run should save.")
                    .asking(PlanQuestions.Saving.class)
                    .answering(PlanAnswer.class);

    public static final Route<CapacityQuestion, PlanAnswer> CAPACITY =
            Route.of(HttpMethod.POST, PLAN + "/capacity")
                    .forSignedIn(
                            "plan-capacity",
                            "Computes when accelerators no longer suffice, and what to add by then.")
                    .asking(CapacityQuestion.class)
                    .answering(PlanAnswer.class);

    public static final Route<CompareQuestion, PlanAnswer> COMPARE =
            Route.of(HttpMethod.POST, PLAN + "/compare")
                    .forSignedIn(
                            "plan-compare", "Scores providers by the catalog and by measurements.")
                    .asking(CompareQuestion.class)
                    .answering(PlanAnswer.class);

    public static final List<Route<?, ?>> ALL =
            List.of(TRAIN, FINETUNE, SERVE, CHECKPOINT, CAPACITY, COMPARE);

    private PlanRoutes() {}
}
