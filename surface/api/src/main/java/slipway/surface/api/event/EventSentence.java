package slipway.surface.api.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import slipway.base.text.TimeFormat;
import slipway.base.text.UntrustedText;

/**
 * Describes an event in one sentence without a full stop: "sam made ana lead in vision". The web and the command line
 * use the same sentences. An event of an unknown kind, or with a pruned body, gets a generic sentence.
 *
 * @param parts the parts of the sentence, shown without separators
 */
public record EventSentence(List<Part> parts) {

    /** The style of a part. */
    public enum Style {
        PLAIN,
        /** The actor, or the source of a refused request. */
        WHO,
        /** Code: a token, a fingerprint. */
        CODE
    }

    /** A part of the sentence, without line breaks and control characters. */
    public record Part(Style style, String text) {
        public Part {
            text = UntrustedText.oneLine(text);
        }
    }

    public EventSentence {
        parts = List.copyOf(parts);
    }

    /** The sentence of an event, with times relative to now. */
    public static EventSentence of(EventView event, TimeFormat times) {
        return EventBody.of(event)
                .flatMap(
                        body ->
                                EventTexts.find(event.kind())
                                        .flatMap(texts -> texts.trySentence(body, times)))
                .orElseGet(() -> generic(event));
    }

    /** The kinds of events with their own sentence. */
    public static SortedSet<String> kinds() {
        return new TreeSet<>(EventTexts.BY_KIND.keySet());
    }

    /** The channel of an event, for people. */
    public static String channel(EventView event) {
        return switch (event.via()) {
            case "api", "cli" -> event.via().toUpperCase(Locale.ROOT);
            case "system" -> "Slipway";
            default -> UntrustedText.oneLine(event.via());
        };
    }

    /** The sentence as plain text. */
    public String text() {
        return parts.stream().map(Part::text).collect(Collectors.joining());
    }

    static EventSentence begin(String who) {
        return new EventSentence(List.of(new Part(Style.WHO, who)));
    }

    EventSentence and(String text) {
        return with(Style.PLAIN, text);
    }

    EventSentence code(String text) {
        return with(Style.CODE, text);
    }

    private EventSentence with(Style style, String text) {
        var more = new ArrayList<>(parts);
        more.add(new Part(style, text));
        return new EventSentence(more);
    }

    private static EventSentence generic(EventView event) {
        String what =
                event.kind().replace('.', ' ').replace('_', ' ') + " (" + event.subject() + ")";
        String pruned = event.body().isEmpty() ? "; its details were pruned" : "";
        return begin(who(event.actor())).and(": " + what + pruned);
    }

    /** The name of an actor; all parts of the system are called Slipway. */
    static String who(String actor) {
        return actor.startsWith("system/") ? "Slipway" : actor;
    }
}
