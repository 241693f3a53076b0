package slipway.server.web.part;

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
public record Moment(
        Instant at, State state, String word, String lead, String rest, Optional<String> detail) {

    public static Moment of(Instant at, State stateBadge, String lead, String rest) {
        return new Moment(at, stateBadge, stateBadge.word(), lead, rest, Optional.empty());
    }

    /** Expected, not yet true. */
    public static Moment ahead(Instant at, String sentence) {
        return of(at, State.AHEAD, "", sentence);
    }

    public Moment because(String sentence) {
        return new Moment(at, state, word, lead, rest, Optional.of(sentence));
    }

    public boolean isAhead() {
        return state == State.AHEAD;
    }
}
