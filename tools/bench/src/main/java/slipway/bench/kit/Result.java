package slipway.bench.kit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a bench found.
 *
 * @param holds whether every goal of the bench was reached in this run
 * @param more whatever else was measured, by name
 */
public record Result(
        String name, Headline headline, Anchor anchor, boolean holds, Map<String, Object> more) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final MathContext FIGURES = new MathContext(4);

    public Result {
        more = new TreeMap<>(more);
    }

    /** The one figure the bench is about, and what it must reach: {@code "<= 1.5"}. */
    public record Headline(double value, String unit, String goal) {}

    /** What the figure is compared with, in words, and the quotient of the two. */
    public record Anchor(String what, double ratio) {}

    /** One line. */
    public String json() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", name);
        members.put("value", figure(headline.value()));
        members.put("unit", headline.unit());
        members.put("goal", headline.goal());
        members.put("holds", holds);
        members.put("anchor", anchor.what());
        members.put("ratio", figure(anchor.ratio()));
        Map<String, Object> rounded = new LinkedHashMap<>();
        more.forEach(
                (key, value) -> rounded.put(key, value instanceof Double d ? figure(d) : value));
        members.put("more", rounded);
        return JSON.writeValueAsString(members);
    }

    /** Four figures are more than any of these measurements knows. */
    private static BigDecimal figure(double value) {
        BigDecimal rounded = new BigDecimal(value).round(FIGURES).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
