package slipway.tidy;

/**
 * One line of tidy.txt: a rule may be broken in one place.
 *
 * @param line where it stands in tidy.txt
 * @param place a file, or {@code file#member}
 */
record Exemption(int line, String rule, String place, String reason) {

    boolean covers(Violation violation) {
        return rule.equals(violation.rule())
                && (place.equals(violation.file())
                        || place.equals(violation.file() + "#" + violation.member()));
    }
}
