package slipway.surface.api.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Server-sent events, read as the HTML standard has them, from bytes that come cut anywhere. Comments and fields that
 * nobody knows are passed over; an event that its stream broke off is dropped, for it will be sent again.
 */
public final class SseParser {

    /** The longest line, and the longest event: what is longer was not sent by our server. */
    public static final int LONGEST = 4 * 1024 * 1024;

    private static final int BYTE_ORDER_MARK = 0xfeff;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private String name = "";
    private String idToBe;
    private String lastId;
    private Optional<Duration> pause = Optional.empty();
    private boolean hasData;
    private boolean first = true;
    private boolean afterReturn;

    /** One event. */
    public record ParsedEvent(String id, String name, String data) {}

    /** Thrown when a line or an event grows beyond {@link #LONGEST}. */
    public static final class TooLong extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLong() {
            super("An event is longer than " + LONGEST + " bytes");
        }
    }

    /**
     * @param lastId of the last event of the stream that this one goes on from; empty at the beginning
     */
    public SseParser(String lastId) {
        this.lastId = lastId;
        this.idToBe = lastId;
    }

    /** The events that these bytes complete. */
    public List<ParsedEvent> read(byte[] bytes) {
        List<ParsedEvent> sent = new ArrayList<>();
        for (byte next : bytes) {
            if (next == '\n' && afterReturn) {
                afterReturn = false;
            } else if (next == '\n' || next == '\r') {
                afterReturn = next == '\r';
                endOfLine().ifPresent(sent::add);
            } else {
                afterReturn = false;
                line.write(next);
                limit(line.size());
            }
        }
        return sent;
    }

    /** Where a stream that goes on from here begins; empty before the first event with an id. */
    public String lastId() {
        return lastId;
    }

    /** How long to wait before coming back, where the server has said so. */
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
                limit(data.length());
            }
            case "event" -> name = value;
            case "id" -> idToBe = value.indexOf('\0') < 0 ? value : idToBe;
            case "retry" -> pause = value.matches("[0-9]{1,9}") ? millis(value) : pause;
            default -> {
                // a comment, whose field is empty, or what a later standard has
            }
        }
    }

    private static Optional<Duration> millis(String value) {
        return Optional.of(Duration.ofMillis(Long.parseLong(value)));
    }

    private Optional<ParsedEvent> endOfEvent() {
        lastId = idToBe;
        Optional<ParsedEvent> sent =
                hasData
                        ? Optional.of(
                                new ParsedEvent(
                                        lastId, name.isEmpty() ? "message" : name, data.toString()))
                        : Optional.empty();
        data.setLength(0);
        hasData = false;
        name = "";
        return sent;
    }

    private static void limit(int size) {
        if (size > LONGEST) {
            throw new TooLong();
        }
    }
}
