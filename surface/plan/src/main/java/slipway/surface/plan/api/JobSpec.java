package slipway.surface.plan.api;

import java.time.Duration;
import java.util.Locale;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.request.TrainingRequest;
import slipway.plan.training.TrainingTask;

/** The job that a plan comes to, as the file that {@code slipway submit} takes. */
public final class JobSpec {

    /** What stands for the command that only the owner of the job knows. */
    public static final String COMMAND = "python train.py";

    private static final int LONGEST_NAME = 40;

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
        text.append("checkpoint: ").append(written(way.advice().interval())).append('\n');
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
        // With what was usual when it was planned, so that it stays the plan that was shown.
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

    /** A name for the job, after what it trains. */
    public static String name(TrainingRequest trainingRequest) {
        String name =
                trainingRequest
                        .model()
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("=.*", "")
                        .replaceAll("[^a-z0-9-]+", "-")
                        .replaceAll("^[^a-z]+|-+$", "");
        String whole = name.isEmpty() ? "training" : name;
        String more = trainingRequest.method().equals("full") ? "" : "-" + trainingRequest.method();
        return whole.substring(0, Math.min(whole.length(), LONGEST_NAME)) + more;
    }

    private static String quoted(String text) {
        return text.matches("[A-Za-z][A-Za-z0-9._-]*")
                ? text
                : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** In the words of a spec: {@code 3h15m}. */
    private static String written(Duration every) {
        Duration minutes = Duration.ofMinutes(Math.max(1, every.toMinutes()));
        long hours = minutes.toHours();
        String rest = minutes.toMinutesPart() == 0 ? "" : minutes.toMinutesPart() + "m";
        return hours == 0 ? minutes.toMinutesPart() + "m" : hours + "h" + rest;
    }
}
