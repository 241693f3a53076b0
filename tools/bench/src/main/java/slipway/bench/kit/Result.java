package slipway.bench.kit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of a bench.
 *
 * @param holds whether every goal of the bench was reached in this run
 * @param more other figures by name
 */
public record Result(
        String name, Headline headline, Anchor anchor, boolean holds, Map<String, Object> more) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final MathContext FIGURES = new MathContext(4);

    public Result {
        more = new TreeMap<>(more);
    }

    /** The main figure of the bench and its goal: {@code "<= 1.5"}. */
    public record Headline(double value, String unit, String goal) {}

    /** The peer or limit of the figure, and the quotient of the two. */
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

    /** No measurement here is more accurate than four figures. */
    private static BigDecimal figure(double value) {
        BigDecimal rounded = new BigDecimal(value).round(FIGURES).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
