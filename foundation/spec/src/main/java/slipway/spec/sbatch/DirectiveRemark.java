package slipway.spec.sbatch;

import java.util.Locale;
import slipway.base.SourceLocation;

/**
 * The translation result of one directive of a script.
 *
 * @param directive the directive as parsed: {@code --nodes=2}
 * @param text the resulting keys; otherwise the reason and an alternative
 */
public record DirectiveRemark(
        SourceLocation location, String directive, Outcome outcome, String text) {

    /** The outcome of a directive. */
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
