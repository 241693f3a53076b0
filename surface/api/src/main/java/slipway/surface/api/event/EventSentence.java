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
 * What an event says to people, in one sentence without its full stop: "sam made ana lead in vision". The web and the
 * command line tell events with the same sentences. What cannot be told by its kind, because it is newer than this
 * program or was pruned, is told plainly.
 *
 * @param parts to be shown one after the other, with nothing between
 */
public record EventSentence(List<Part> parts) {

    /** How a part stands out. */
    public enum Style {
        PLAIN,
        /** Who did it, or who it was that came. */
        WHO,
        /** A thing that is written exactly so: a token, a fingerprint. */
        CODE
    }

    /** A piece of the sentence. It has no line breaks and no control characters, whoever wrote it. */
    public record Part(Style style, String text) {
        public Part {
            text = UntrustedText.oneLine(text);
        }
    }

    public EventSentence {
        parts = List.copyOf(parts);
    }

    /** Told to a person who reads it now. */
    public static EventSentence of(EventView event, TimeFormat timeFormat) {
        return EventBody.of(event)
                .flatMap(
                        eventBody ->
                                EventTexts.find(event.kind())
                                        .flatMap(tell -> tell.trySentence(eventBody, timeFormat)))
                .orElseGet(() -> plain(event));
    }

    /** Every kind of event that there are words for. */
    public static SortedSet<String> kinds() {
        return new TreeSet<>(EventTexts.BY_KIND.keySet());
    }

    /** Which door it came through, as people write it. */
    public static String channel(EventView event) {
        return switch (event.via()) {
            case "api", "cli" -> event.via().toUpperCase(Locale.ROOT);
            case "system" -> "Slipway";
            default -> UntrustedText.oneLine(event.via());
        };
    }

    /** Without any style. */
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

    private static EventSentence plain(EventView event) {
        String what =
                event.kind().replace('.', ' ').replace('_', ' ') + " (" + event.subject() + ")";
        String rest = event.body().isEmpty() ? "; the rest was pruned" : "";
        return begin(who(event.actor())).and(": " + what + rest);
    }

    /** Parts of Slipway act in its name. */
    static String who(String actor) {
        return actor.startsWith("system/") ? "Slipway" : actor;
    }
}
