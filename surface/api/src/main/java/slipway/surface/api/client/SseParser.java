package slipway.surface.api.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses server-sent events as the HTML standard defines them, from bytes that may be split anywhere. Comments and
 * unknown fields are ignored; an incomplete event at the end of a stream is dropped, because the server sends it again.
 */
public final class SseParser {

    /** The maximum size of a line and of an event; the server sends none that is longer. */
    public static final int MAX_BYTES = 4 * 1024 * 1024;

    private static final int BYTE_ORDER_MARK = 0xfeff;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private String name = "";
    private String pendingId;
    private String lastId;
    private Optional<Duration> pause = Optional.empty();
    private boolean hasData;
    private boolean first = true;
    private boolean afterCarriageReturn;

    /** An event. */
    public record ParsedEvent(String id, String name, String data) {}

    /** Thrown when a line or an event grows beyond {@link #MAX_BYTES}. */
    public static final class TooLong extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLong() {
            super("An event is longer than " + MAX_BYTES + " bytes");
        }
    }

    /**
     * @param lastId the id of the last event received before this stream; empty at the beginning
     */
    public SseParser(String lastId) {
        this.lastId = lastId;
        this.pendingId = lastId;
    }

    /** The events that are completed by these bytes. */
    public List<ParsedEvent> read(byte[] bytes) {
        List<ParsedEvent> events = new ArrayList<>();
        for (byte next : bytes) {
            if (next == '\n' && afterCarriageReturn) {
                afterCarriageReturn = false;
            } else if (next == '\n' || next == '\r') {
                afterCarriageReturn = next == '\r';
                endOfLine().ifPresent(events::add);
            } else {
                afterCarriageReturn = false;
                line.write(next);
                checkSize(line.size());
            }
        }
        return events;
    }

    /** The id to resume from; empty before the first event with an id. */
    public String lastId() {
        return lastId;
    }

    /** How long to wait before reconnecting, if the server has specified it. */
    public Optional<Duration> pause() {
        return pause;
    }

    private Optional<ParsedEvent> endOfLine() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (first && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            text = text.substring(1);
        }
        first = false;
        if (text.isEmpty()) {
            return endOfEvent();
        }
        int colon = text.indexOf(':');
        String value = colon < 0 ? "" : text.substring(colon + 1);
        field(
                colon < 0 ? text : text.substring(0, colon),
                value.startsWith(" ") ? value.substring(1) : value);
        return Optional.empty();
    }

    private void field(String field, String value) {
        switch (field) {
            case "data" -> {
                data.append(hasData ? "\n" : "").append(value);
                hasData = true;
                checkSize(data.length());
            }
            case "event" -> name = value;
            case "id" -> pendingId = value.indexOf('\0') < 0 ? value : pendingId;
            case "retry" -> pause = value.matches("[0-9]{1,9}") ? millis(value) : pause;
            default -> {
                // a comment, whose field is empty, or an unknown field
            }
        }
    }

    private static Optional<Duration> millis(String value) {
        return Optional.of(Duration.ofMillis(Long.parseLong(value)));
    }

    private Optional<ParsedEvent> endOfEvent() {
        lastId = pendingId;
        Optional<ParsedEvent> event =
                hasData
                        ? Optional.of(
                                new ParsedEvent(
                                        lastId, name.isEmpty() ? "message" : name, data.toString()))
                        : Optional.empty();
        data.setLength(0);
        hasData = false;
        name = "";
        return event;
    }

    private static void checkSize(int size) {
        if (size > MAX_BYTES) {
            throw new TooLong();
        }
    }
}
