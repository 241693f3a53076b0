package slipway.bench.journal;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;

/** The notes that clients sent and the answers that they received, to compare with the journal. */
final class Notes {

    private final Set<String> sent = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();

    /** Before it is sent. */
    void sending(String text) {
        sent.add(text);
    }

    void acknowledged(String text, long seq) {
        acknowledged.put(text, seq);
    }

    int acknowledged() {
        return acknowledged.size();
    }

    int sent() {
        return sent.size();
    }

    /**
     * Compares with what the journal holds.
     *
     * @param kept every event's number with its text; an event that is no note has an empty one
     */
    Verdict compare(SortedMap<Long, String> kept) {
        Map<String, Long> first = new HashMap<>();
        long doubled = 0;
        long strange = 0;
        long gaps = 0;
        long expected = 1;
        for (var event : kept.entrySet()) {
            gaps += event.getKey() == expected ? 0 : 1;
            expected = event.getKey() + 1;
            if (!event.getValue().isEmpty()) {
                doubled += first.putIfAbsent(event.getValue(), event.getKey()) == null ? 0 : 1;
                strange += sent.contains(event.getValue()) ? 0 : 1;
            }
        }
        return new Verdict(lost(first), doubled, strange, gaps);
    }

    /** A note that is stored under another number than the acknowledged one counts as lost: its answer was wrong. */
    private long lost(Map<String, Long> kept) {
        return acknowledged.entrySet().stream()
                .filter(note -> !note.getValue().equals(kept.get(note.getKey())))
                .count();
    }

    /**
     * The faults of the journal.
     *
     * @param lost acknowledged and not stored
     * @param duplicated stored more than once
     * @param unknown stored and never sent
     * @param gaps places where the numbers of events do not go on by one
     */
    record Verdict(long lost, long duplicated, long unknown, long gaps) {
        boolean isCorrect() {
            return lost + duplicated + unknown + gaps == 0;
        }
    }
}
