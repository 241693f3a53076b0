package slipway.surface.run.commands;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.text.Format;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Formats the progress that a workload reports: a bar and its counts from JSON, other text unchanged. */
final class ProgressText {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+(?:[eE][-+]?[0-9]+)?");
    private static final int CELLS = 10;

    private ProgressText() {}

    /**
     * @param reported the last line of its progress, as in {@code {"step": 120, "total": 400, "loss": 0.41}}
     */
    static String of(String reported) {
        return reported.startsWith("{") ? json(reported).orElse(reported) : reported;
    }

    /** Formats progress that is already parsed. */
    static String of(Optional<Long> step, Optional<Long> total, Optional<String> loss) {
        return step.map(
                        at ->
                                bar(at, total.map(Long::doubleValue).orElse(-1.0))
                                        + loss.map(value -> "  loss " + number(value)).orElse(""))
                .orElse("");
    }

    /** A number in the usual format; other text, such as nan, unchanged. */
    private static String number(String reported) {
        return NUMBER.matcher(reported).matches()
                ? Format.number(Double.parseDouble(reported))
                : reported;
    }

    private static Optional<String> json(String reported) {
        try {
            JsonNode progress = JSON.readTree(reported);
            String text =
                    Stream.of(bar(progress), epoch(progress), loss(progress))
                            .flatMap(Optional::stream)
                            .collect(Collectors.joining("  "));
            return Optional.of(text).filter(line -> !line.isEmpty());
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    private static Optional<String> bar(JsonNode progress) {
        double step = progress.path("step").asDouble(-1);
        double total = progress.path("total").asDouble(-1);
        return step < 0 ? Optional.empty() : Optional.of(bar(step, total));
    }

    private static String bar(double step, double total) {
        if (total <= 0) {
            return "step " + Format.count((long) step);
        }
        double share = Math.min(1, step / total);
        int full = (int) (share * CELLS);
        return "█".repeat(full)
                + "░".repeat(CELLS - full)
                + " "
                + Format.percent(Math.floor(share * 100) / 100);
    }

    private static Optional<String> epoch(JsonNode progress) {
        return number(progress, "epoch").map(epoch -> "epoch " + Format.number(epoch));
    }

    private static Optional<String> loss(JsonNode progress) {
        return number(progress, "loss").map(loss -> "loss " + Format.number(loss));
    }

    private static Optional<Double> number(JsonNode progress, String name) {
        return Optional.of(progress.path(name))
                .filter(JsonNode::isNumber)
                .map(JsonNode::asDouble)
                .filter(Double::isFinite);
    }
}
