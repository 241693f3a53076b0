package slipway.surface.web.component;

import java.time.Instant;
import java.util.Optional;

/**
 * An entry of a timeline: an event with its time, in a sentence with a bold beginning.
 *
 * @param word the meaning of its glyph
 * @param lead the bold beginning of the sentence: {@code Preempted}
 * @param rest the rest of the sentence: {@code for ranker-canary, product, critical}
 * @param detail the cause with its numbers
 */
public record TimelineEntry(
        Instant at,
        StateBadge state,
        String word,
        String lead,
        String rest,
        Optional<String> detail) {

    public static TimelineEntry of(Instant at, StateBadge state, String lead, String rest) {
        return new TimelineEntry(at, state, state.word(), lead, rest, Optional.empty());
    }

    /** An entry that is expected in the future. */
    public static TimelineEntry ahead(Instant at, String sentence) {
        return of(at, StateBadge.AHEAD, "", sentence);
    }

    public TimelineEntry because(String sentence) {
        return new TimelineEntry(at, state, word, lead, rest, Optional.of(sentence));
    }

    public boolean isAhead() {
        return state == StateBadge.AHEAD;
    }
}
