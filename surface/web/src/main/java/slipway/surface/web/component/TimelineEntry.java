package slipway.surface.web.component;

import java.time.Instant;
import java.util.Optional;

/**
 * One step of a story: what happened when, in a sentence that begins with what matters.
 *
 * @param word what its glyph means here
 * @param lead the beginning of the sentence, which is set off: {@code Preempted}
 * @param rest the rest of it: {@code for ranker-canary, product, critical}
 * @param detail the cause with its numbers
 */
public record TimelineEntry(
        Instant at,
        StateBadge state,
        String word,
        String lead,
        String rest,
        Optional<String> detail) {

    public static TimelineEntry of(Instant at, StateBadge stateBadge, String lead, String rest) {
        return new TimelineEntry(at, stateBadge, stateBadge.word(), lead, rest, Optional.empty());
    }

    /** Expected, not yet true. */
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
