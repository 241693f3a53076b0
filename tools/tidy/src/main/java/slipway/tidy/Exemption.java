package slipway.tidy;

import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * One line of tidy.txt: a rule may be broken in one place.
 *
 * @param line its line in tidy.txt
 * @param place a file, or {@code file#member}
 */
record Exemption(int line, String rule, String place, String reason) {

    private static final Pattern ALLOWANCE = Pattern.compile("at most (\\d+)\\b.*");

    /** A reason that begins with {@code at most 12.} allows 12 violations in a folder. Their number may only fall. */
    OptionalInt allowance() {
        var written = ALLOWANCE.matcher(reason);
        return written.matches()
                ? OptionalInt.of(Integer.parseInt(written.group(1)))
                : OptionalInt.empty();
    }

    boolean contains(Violation violation) {
        return rule.equals(violation.rule()) && (violation.file() + "/").startsWith(place + "/");
    }

    boolean covers(Violation violation) {
        return rule.equals(violation.rule())
                && (place.equals(violation.file())
                        || place.equals(violation.file() + "#" + violation.member()));
    }
}
