package slipway.server.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.spec.Key;
import slipway.spec.Reading;
import slipway.spec.Type;

/** How a page writes down what is looked for in its own address; what is empty is left out. */
public record Query(Map<String, String> values) {

    private static final int LONGEST = 200;

    /** What a person types into a field; an empty field says nothing. */
    public static final Type<String> TYPED =
            Type.of("a text of at most 200 characters", "^.{0,200}$", Query::typed);

    /** Before which event a part of a list begins. */
    public static final Key<Long> BEFORE =
            Key.of(
                    "before",
                    Type.of("the number of an event", "^[0-9]{1,18}$", Query::number),
                    "Only what has a smaller number.");

    public Query {
        values = new LinkedHashMap<>(values);
        values.values().removeIf(String::isEmpty);
    }

    public static Query empty() {
        return new Query(Map.of());
    }

    public Query with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new Query(more);
    }

    public Query with(String name, Optional<Long> number) {
        return with(name, number.map(String::valueOf).orElse(""));
    }

    /** The address of a page that shows this. */
    public String at(String path) {
        return values.isEmpty()
                ? path
                : path
                        + values.entrySet().stream()
                                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                                .collect(Collectors.joining("&", "?", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Reading<String> typed(String text) {
        return text.length() <= LONGEST
                ? Reading.understood(text.strip())
                : Reading.refused("not a text of at most 200 characters.");
    }

    private static Reading<Long> number(String text) {
        return text.matches("[0-9]{1,18}")
                ? Reading.understood(Long.valueOf(text))
                : Reading.refused("not the number of an event.");
    }
}
