package slipway.surface.run.commands;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.text.Format;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How far a workload says it is: a bar and what it counts, if it says so in JSON, else its own words. */
final class ProgressText {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern FIGURE = Pattern.compile("-?[0-9.]+(?:[eE][-+]?[0-9]+)?");
    private static final int CELLS = 10;

    private ProgressText() {}

    /**
     * @param said the last line of its progress, as in {@code {"step": 120, "total": 400, "loss": 0.41}}
     */
    static String of(String said) {
        return said.startsWith("{") ? json(said).orElse(said) : said;
    }

    /** The same of what was counted already. */
    static String of(Optional<Long> step, Optional<Long> total, Optional<String> loss) {
        return step.map(
                        at ->
                                bar(at, total.map(Long::doubleValue).orElse(-1.0))
                                        + loss.map(value -> "  loss " + figure(value)).orElse(""))
                .orElse("");
    }

    /** As long as figures are here; what is none, such as nan, as it is. */
    private static String figure(String said) {
        return FIGURE.matcher(said).matches() ? Format.number(Double.parseDouble(said)) : said;
    }

    private static Optional<String> json(String said) {
        try {
            JsonNode told = JSON.readTree(said);
            String words =
                    Stream.of(bar(told), epoch(told), loss(told))
                            .flatMap(Optional::stream)
                            .collect(Collectors.joining("  "));
            return Optional.of(words).filter(text -> !text.isEmpty());
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    private static Optional<String> bar(JsonNode told) {
        double step = told.path("step").asDouble(-1);
        double total = told.path("total").asDouble(-1);
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

    private static Optional<String> epoch(JsonNode told) {
        return number(told, "epoch").map(epoch -> "epoch " + Format.number(epoch));
    }

    private static Optional<String> loss(JsonNode told) {
        return number(told, "loss").map(loss -> "loss " + Format.number(loss));
    }

    private static Optional<Double> number(JsonNode told, String name) {
        return Optional.of(told.path(name))
                .filter(JsonNode::isNumber)
                .map(JsonNode::asDouble)
                .filter(Double::isFinite);
    }
}
