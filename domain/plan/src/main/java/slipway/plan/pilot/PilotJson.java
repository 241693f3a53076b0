package slipway.plan.pilot;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.plan.pilot.PilotResult.Activity;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The stored form of a pilot. Times are whole microseconds, the share of data waits is in millionths. The grounds of
 * the step time are not stored, because they follow from the number of steps.
 */
final class PilotJson {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final double MILLION = 1e6;

    private PilotJson() {}

    static String write(PilotRecord pilotRecord) {
        ObjectNode json = JSON.createObjectNode();
        pilotRecord.result().ifPresent(it -> write(json.putObject("measured"), it));
        return json.put("because", pilotRecord.because())
                .put("next", pilotRecord.next())
                .put("type", pilotRecord.place().type())
                .put("thousandths", pilotRecord.place().thousandths())
                .put("machines", pilotRecord.place().machines())
                .put("spot", pilotRecord.place().spot())
                .toString();
    }

    private static void write(ObjectNode json, PilotResult pilotResult) {
        json.put("start", micros(pilotResult.start()))
                .put("first", pilotResult.steps().first())
                .put("steps", pilotResult.steps().count());
        pilotResult.steps().total().ifPresent(it -> json.put("total", it));
        json.put("dropped", pilotResult.stepTimes().warmUp().dropped())
                .put("settled", pilotResult.stepTimes().warmUp().settled())
                .put("group", pilotResult.stepTimes().warmUp().group())
                .put("step", micros(pilotResult.stepTimes().mean().value()))
                .put("low", micros(pilotResult.stepTimes().mean().low()))
                .put("high", micros(pilotResult.stepTimes().mean().high()))
                .put("median", micros(pilotResult.stepTimes().median()));
        pilotResult.save().ifPresent(it -> write(json.putObject("save"), it));
        pilotResult.evaluation().ifPresent(it -> write(json.putObject("evaluation"), it));
        pilotResult
                .stepTimes()
                .dataWaitShare()
                .ifPresent(it -> json.put("waits", Math.round(it * MILLION)));
        pilotResult.checkpoint().ifPresent(it -> json.put("checkpoint", it.count()));
        pilotResult.peak().host().ifPresent(it -> json.put("host", it.count()));
        pilotResult.peak().accelerator().ifPresent(it -> json.put("accelerator", it.count()));
        ArrayNode remarks = json.putArray("remarks");
        pilotResult.remarks().forEach(remarks::add);
    }

    private static void write(ObjectNode json, Activity activity) {
        json.put("times", activity.count()).put("each", micros(activity.each()));
        activity.stepsBetween().ifPresent(it -> json.put("apart", it));
        json.put("told", activity.reported());
    }

    static PilotRecord read(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            return new PilotRecord(
                    object(json, "measured").map(PilotJson::result),
                    json.required("because").asString(),
                    json.required("next").asString(),
                    new FullRunGoal.Place(
                            json.required("type").asString(),
                            json.required("thousandths").asInt(),
                            json.required("machines").asInt(),
                            json.required("spot").asBoolean()));
        } catch (JacksonException broken) {
            throw new IllegalStateException("The document of a pilot cannot be read", broken);
        }
    }

    private static PilotResult result(JsonNode json) {
        long steps = json.required("steps").asLong();
        var warmUp =
                new WarmUp(
                        json.required("dropped").asInt(),
                        json.required("settled").asBoolean(),
                        json.required("group").asInt());
        var ground =
                new Ground(
                        Source.MEASURED,
                        Format.count(steps - warmUp.dropped(), "step") + " of a pilot");
        List<String> remarks = new ArrayList<>();
        json.path("remarks").forEach(it -> remarks.add(it.asString()));
        return new PilotResult(
                time(json, "start"),
                new PilotResult.Steps(
                        json.required("first").asLong(), steps, number(json, "total")),
                new PilotResult.StepTimes(
                        warmUp,
                        new Estimate<>(
                                time(json, "step"),
                                time(json, "low"),
                                time(json, "high"),
                                List.of(ground)),
                        time(json, "median"),
                        number(json, "waits").map(it -> it / MILLION)),
                object(json, "save").map(PilotJson::activity),
                object(json, "evaluation").map(PilotJson::activity),
                number(json, "checkpoint").map(Bytes::new),
                new PilotTrace.Peak(
                        number(json, "host").map(Bytes::new),
                        number(json, "accelerator").map(Bytes::new)),
                remarks);
    }

    private static Activity activity(JsonNode json) {
        return new Activity(
                json.required("times").asLong(),
                time(json, "each"),
                number(json, "apart"),
                json.required("told").asBoolean());
    }

    private static Optional<JsonNode> object(JsonNode json, String name) {
        return Optional.of(json.path(name)).filter(JsonNode::isObject);
    }

    private static Optional<Long> number(JsonNode json, String name) {
        return Optional.of(json.path(name)).filter(JsonNode::isNumber).map(JsonNode::asLong);
    }

    private static Duration time(JsonNode json, String name) {
        return Duration.of(json.required(name).asLong(), ChronoUnit.MICROS);
    }

    private static long micros(Duration time) {
        return time.toNanos() / 1_000;
    }
}
