package slipway.spec.sbatch;

import java.util.Locale;
import slipway.base.SourceLocation;

/**
 * What became of one directive of a script, so that nobody has to guess.
 *
 * @param directive as it was understood: {@code --nodes=2}
 * @param text of one that became keys these, else why not and what to do instead
 */
public record DirectiveRemark(
        SourceLocation location, String directive, Outcome outcome, String text) {

    /** What can become of a directive. */
    public enum Outcome {
        /** It became keys of the spec, or was counted into one. */
        MAPPED,
        /** It changes nothing here, and the script runs without it. */
        IGNORED,
        /** It would change what the script means, so nothing is submitted. */
        REFUSED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String toString() {
        return "%s  %s %s: %s".formatted(location, directive, outcome.word(), text);
    }
}
