package slipway.surface.run.commands;

import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.UntrustedText;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.PricingTerms;
import slipway.plan.request.TrainingRequest;
import slipway.plan.training.TrainingTask;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.terminal.command.CommandEnvironment;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The plan that was made last, as far as it takes to submit it: {@code slipway run train.py --plan last}.
 *
 * @param gpus of each node, as a flag says it: {@code H100:8}
 * @param plan as a flag says it: {@code model=llama-3-8b,tokens=15B}
 */
public record LastPlan(String gpus, String nodes, String plan) {

    static final ProblemCode NO_LAST_PLAN =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-last-plan",
                    "The last plan was asked for, and none was kept here that can be read.");
    static final ProblemCode PLAN_ELSEWHERE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "plan-elsewhere",
                    "The last plan was to be submitted here, and is for accelerators of a cloud.");

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern GPUS = Pattern.compile("[A-Za-z0-9._-]{1,60}:[0-9]{1,6}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

    /** A plan that cannot be kept is still a plan; but then an older one must not be taken for it. */
    public static void keep(
            CommandEnvironment commandEnvironment,
            TrainingRequest trainingRequest,
            TrainingPlan made) {
        try {
            commandEnvironment.contexts().savePlan(json(trainingRequest, made));
        } catch (Problem problem) {
            commandEnvironment
                    .terminal()
                    .note("This plan was not kept for --plan last. " + problem.what());
        }
    }

    private static String json(TrainingRequest trainingRequest, TrainingPlan made) {
        Way way = made.chosen();
        int machines = way.offer().machines(way.accelerators());
        return JSON.createObjectNode()
                .put("where", way.name())
                .put("own", way.offer().terms() == PricingTerms.OWN)
                .put("gpus", way.offer().type() + ":" + way.accelerators() / machines)
                .put("nodes", Integer.toString(machines))
                .put("plan", written(trainingRequest, made.goal().task()))
                .toString();
    }

    /** With what was usual then, so that it stays the plan that was shown. */
    private static String written(TrainingRequest trainingRequest, TrainingTask trainingTask) {
        String amount =
                trainingRequest
                        .tokens()
                        .map("tokens="::concat)
                        .or(
                                () ->
                                        trainingRequest
                                                .samples()
                                                .map(
                                                        it ->
                                                                "samples=%s,epochs=%s"
                                                                        .formatted(
                                                                                it.count(),
                                                                                it.epochs())))
                        .orElse("");
        return "model=%s,%s,seq=%d,step=%d,precision=%s,method=%s"
                .formatted(
                        trainingRequest.model().strip().replaceAll("[, ]+", ","),
                        amount,
                        Math.round(trainingTask.seq()),
                        Math.round(trainingTask.tokensPerStep()),
                        trainingRequest.precision(),
                        trainingRequest.method());
    }

    /**
     * @throws Problem if there is none, it cannot be read, or it is for a cloud
     */
    public static LastPlan read(ServerContexts serverContexts) {
        JsonNode kept =
                serverContexts
                        .lastPlan()
                        .map(LastPlan::tree)
                        .orElseThrow(() -> none("None was made here yet."));
        var last = new LastPlan(text(kept, "gpus"), text(kept, "nodes"), text(kept, "plan"));
        boolean whole =
                GPUS.matcher(last.gpus).matches()
                        && NUMBER.matcher(last.nodes).matches()
                        && last.plan.startsWith("model=");
        if (!whole) {
            throw none("What was kept of it cannot be read.");
        }
        if (!kept.path("own").asBoolean(false)) {
            throw elsewhere(text(kept, "where"), last);
        }
        return last;
    }

    private static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException broken) {
            throw none("What was kept of it cannot be read.");
        }
    }

    private static String text(JsonNode kept, String name) {
        return Optional.of(kept.path(name))
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .orElse("");
    }

    private static Problem none(String why) {
        return new Problem(
                NO_LAST_PLAN,
                "There is no last plan.",
                why,
                "Make one: slipway plan train --model llama-3-8b --tokens 15B --terms own");
    }

    private static Problem elsewhere(String where, LastPlan last) {
        return new Problem(
                PLAN_ELSEWHERE,
                "The last plan is not for this cluster.",
                "It takes %s.".formatted(UntrustedText.escaped(where, 200)),
                "Plan with --terms own, or say what to run it on: --gpus %s --nodes %s --plan %s"
                        .formatted(last.gpus, last.nodes, last.plan));
    }
}
