package slipway.surface.web.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;

/** The query of a page's address; empty values are omitted. */
public record PageQuery(Map<String, String> values) {

    private static final int MAX_LENGTH = 200;

    /** Text of an input field; it may be empty. */
    public static final ValueType<String> TYPED =
            ValueType.of("a text of at most 200 characters", "^.{0,200}$", PageQuery::typed);

    /** The event before which a page of a list begins. */
    public static final SpecKey<Long> BEFORE =
            SpecKey.of(
                    "before",
                    ValueType.of("the number of an event", "^[0-9]{1,18}$", PageQuery::number),
                    "Only events with a smaller number.");

    public PageQuery {
        values = new LinkedHashMap<>(values);
        values.values().removeIf(String::isEmpty);
    }

    public static PageQuery empty() {
        return new PageQuery(Map.of());
    }

    public PageQuery with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new PageQuery(more);
    }

    public PageQuery with(String name, Optional<Long> number) {
        return with(name, number.map(String::valueOf).orElse(""));
    }

    /** The address of a path with this query. */
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

    private static ParseResult<String> typed(String text) {
        return text.length() <= MAX_LENGTH
                ? ParseResult.parsed(text.strip())
                : ParseResult.rejected("not a text of at most 200 characters.");
    }

    private static ParseResult<Long> number(String text) {
        return text.matches("[0-9]{1,18}")
                ? ParseResult.parsed(Long.valueOf(text))
                : ParseResult.rejected("not the number of an event.");
    }
}
