package slipway.notify;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What receivers learn about an event.
 *
 * @param state the state of its subject afterwards, if the event changes one
 * @param message a finished English sentence
 * @param links addresses by their meaning: {@code page}, {@code api}
 */
public record EventSummary(
        String subject, Optional<String> state, String message, SortedMap<String, String> links) {

    public EventSummary {
        links = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(links));
    }

    public static EventSummary of(
            String subject, Optional<String> state, String message, Map<String, String> links) {
        return new EventSummary(subject, state, message, new TreeMap<>(links));
    }
}
