package slipway.surface.plan.api;

import java.time.Duration;
import java.util.Locale;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.request.TrainingRequest;
import slipway.plan.training.TrainingTask;

/** The job of a training plan as a spec for {@code slipway submit}. */
public final class JobSpec {

    /** A placeholder for the command, which only the owner of the job knows. */
    public static final String COMMAND = "python train.py";

    private static final int MAX_NAME = 40;

    private JobSpec() {}

    public static String of(TrainingRequest trainingRequest, TrainingPlan plan) {
        Way way = plan.chosen();
        int nodes = way.offer().machines(way.accelerators());
        var text = new StringBuilder();
        text.append("# ").append(way.name()).append('\n');
        text.append("name: ").append(name(trainingRequest)).append('\n');
        text.append("run: ").append(COMMAND).append('\n');
        text.append(
                "resources: {accelerators: %s:%d}\n"
                        .formatted(way.offer().type(), way.accelerators() / nodes));
        if (nodes > 1) {
            text.append("nodes: ").append(nodes).append('\n');
        }
        text.append("checkpoint: ")
                .append(specDuration(way.advice().interval().rounded()))
                .append('\n');
        text.append("plan:\n");
        text.append("  model: ").append(quoted(trainingRequest.model().strip())).append('\n');
        trainingRequest
                .tokens()
                .ifPresent(it -> text.append("  tokens: ").append(it.strip()).append('\n'));
        trainingRequest
                .samples()
                .ifPresent(
                        it ->
                                text.append(
                                        "  samples: %s\n  epochs: %s\n"
                                                .formatted(
                                                        it.count().strip(), it.epochs().strip())));
        // Writes out the defaults of today, so that the job stays the one that was planned.
        TrainingTask trainingTask = plan.goal().task();
        text.append(
                "  seq: %d\n  step: %d\n"
                        .formatted(
                                Math.round(trainingTask.seq()),
                                Math.round(trainingTask.tokensPerStep())));
        text.append("  precision: ").append(trainingRequest.precision()).append('\n');
        text.append("  method: ").append(trainingRequest.method()).append('\n');
        return text.toString();
    }

    /** A name for the job, made from the model and the method. */
    public static String name(TrainingRequest trainingRequest) {
        String name =
                trainingRequest
                        .model()
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("=.*", "")
                        .replaceAll("[^a-z0-9-]+", "-")
                        .replaceAll("^[^a-z]+|-+$", "");
        String base = name.isEmpty() ? "training" : name;
        String suffix =
                trainingRequest.method().equals("full") ? "" : "-" + trainingRequest.method();
        return base.substring(0, Math.min(base.length(), MAX_NAME)) + suffix;
    }

    private static String quoted(String text) {
        return text.matches("[A-Za-z][A-Za-z0-9._-]*")
                ? text
                : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** The notation of a spec: {@code 3h15m}. */
    private static String specDuration(Duration interval) {
        Duration minutes = Duration.ofMinutes(Math.max(1, interval.toMinutes()));
        long hours = minutes.toHours();
        String rest = minutes.toMinutesPart() == 0 ? "" : minutes.toMinutesPart() + "m";
        return hours == 0 ? minutes.toMinutesPart() + "m" : hours + "h" + rest;
    }
}
