package slipway.surface.api.client;

import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.UntrustedText;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The last training plan of this user, reduced to what a submission needs: {@code slipway run train.py --plan last}.
 *
 * @param where the name of the planned configuration, for people
 * @param own whether it is for the accelerators of this cluster
 * @param gpus the accelerators of each node in the form of the flag: {@code H100:8}
 * @param nodes the number of nodes
 * @param plan the training in the form of the flag: {@code model=llama-3-8b,tokens=15B}
 */
public record LastPlan(String where, boolean own, String gpus, String nodes, String plan) {

    static final ProblemCode NO_LAST_PLAN =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-last-plan",
                    "No last plan is saved, or it cannot be read.");
    static final ProblemCode PLAN_ELSEWHERE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "plan-elsewhere",
                    "The last plan is for accelerators of a cloud and cannot be submitted here.");

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern GPUS = Pattern.compile("[A-Za-z0-9._-]{1,60}:[0-9]{1,6}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

    /** The text that {@link ServerContexts#savePlan} stores. */
    public String json() {
        return JSON.createObjectNode()
                .put("where", where)
                .put("own", own)
                .put("gpus", gpus)
                .put("nodes", nodes)
                .put("plan", plan)
                .toString();
    }

    /**
     * @throws Problem if there is none, if it cannot be read, or if it is for a cloud
     */
    public static LastPlan read(ServerContexts serverContexts) {
        JsonNode saved =
                serverContexts
                        .lastPlan()
                        .map(LastPlan::tree)
                        .orElseThrow(
                                () ->
                                        none(
                                                "No training plan was made with this configuration directory."));
        var last =
                new LastPlan(
                        text(saved, "where"),
                        saved.path("own").asBoolean(false),
                        text(saved, "gpus"),
                        text(saved, "nodes"),
                        text(saved, "plan"));
        boolean complete =
                GPUS.matcher(last.gpus).matches()
                        && NUMBER.matcher(last.nodes).matches()
                        && last.plan.startsWith("model=");
        if (!complete) {
            throw none("The saved plan cannot be read.");
        }
        if (!last.own) {
            throw elsewhere(last);
        }
        return last;
    }

    private static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException broken) {
            throw none("The saved plan cannot be read.");
        }
    }

    private static String text(JsonNode saved, String name) {
        return Optional.of(saved.path(name))
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

    private static Problem elsewhere(LastPlan last) {
        return new Problem(
                PLAN_ELSEWHERE,
                "The last plan is not for this cluster.",
                "It takes %s.".formatted(UntrustedText.escaped(last.where, 200)),
                "Plan with --terms own, or name the accelerators: --gpus %s --nodes %s --plan %s"
                        .formatted(last.gpus, last.nodes, last.plan));
    }
}
