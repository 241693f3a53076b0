package slipway.surface.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.surface.api.client.SseParser.ParsedEvent;
import slipway.testkit.Generator;
import slipway.testkit.Property;

class SseParserTest {

    private final SseParser events = new SseParser("");

    private List<ParsedEvent> read(String text) {
        return events.read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void lines_of_data_are_joined_and_one_space_after_the_colon_is_not_data() {
        assertEquals(
                List.of(new ParsedEvent("7", "note", "a\n b\n")),
                read("id: 7\nevent:note\ndata: a\ndata:  b\ndata\n\n"));
    }

    @Test
    void lines_end_in_each_of_the_three_ways() {
        assertEquals(
                List.of(
                        new ParsedEvent("", "message", "a"),
                        new ParsedEvent("", "message", "b"),
                        new ParsedEvent("", "message", "c")),
                read("data:a\r\n\r\ndata:b\r\rdata:c\n\n"));
    }

    @Test
    void comments_unknown_fields_and_empty_events_are_ignored() {
        assertThat(read("\ufeff: hello\n\ncolour: red\nevent: x\n\n: data: y\n\n")).isEmpty();
    }

    @Test
    void an_id_applies_to_later_events_and_one_with_a_null_is_ignored() {
        assertEquals(
                List.of(new ParsedEvent("4", "message", "a"), new ParsedEvent("4", "message", "b")),
                read("id: 4\ndata: a\n\nid: 5\0\ndata: b\n\n"));
        read("id: 6\ndata: never ended\n");
        assertEquals("4", events.lastId());
    }

    @Test
    void the_retry_field_is_a_number_of_milliseconds() {
        read("retry: 1500\n");
        read("retry: soon\nretry: -1\nretry: 99999999999999999999\n");
        assertEquals(Optional.of(Duration.ofMillis(1500)), events.pause());
    }

    @Test
    void a_line_and_an_event_that_grow_too_long_are_refused() {
        byte[] much = "a".repeat(SseParser.MAX_BYTES + 1).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> new SseParser("").read(much))
                .isInstanceOf(SseParser.TooLong.class);
        String line = "data:" + "a".repeat(1 << 20) + "\n";
        assertThatThrownBy(() -> read(line.repeat(5))).isInstanceOf(SseParser.TooLong.class);
    }

    @Test
    void events_do_not_depend_on_where_the_bytes_are_split() {
        Generator<String> pieces =
                Generator.oneOf(
                        Generator.choice(
                                "data:", "id:", "event:", "retry:", ":", "\n", "\r", "\r\n", "\n\n",
                                "\ufeff"),
                        Generator.strings());
        Generator<List<String>> texts = pieces.list(0, 30);
        Property.holds(
                texts.zip(
                        Generator.ints(1, 7),
                        (parts, size) -> new Cut(String.join("", parts), size)),
                cut -> {
                    byte[] bytes = cut.text().getBytes(StandardCharsets.UTF_8);
                    var whole = new SseParser("");
                    var piecewise = new SseParser("");
                    List<ParsedEvent> sent = new ArrayList<>();
                    for (int at = 0; at < bytes.length; at += cut.size()) {
                        int end = Math.min(bytes.length, at + cut.size());
                        sent.addAll(piecewise.read(Arrays.copyOfRange(bytes, at, end)));
                    }
                    assertEquals(whole.read(bytes), sent);
                    assertEquals(whole.lastId(), piecewise.lastId());
                    assertEquals(whole.pause(), piecewise.pause());
                });
    }

    private record Cut(String text, int size) {}
}
