package slipway.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.TextFile;

/** The exceptions of the house. Each is written down with its reason, and goes when it is no longer needed. */
final class Exemptions {

    static final String FILE = "tools/tidy/tidy.txt";
    static final String RULE = "tidy.txt";

    private final List<Exemption> excuses = new ArrayList<>();
    private final List<Violation> malformed = new ArrayList<>();

    private Exemptions() {}

    static Exemptions read(Checkout checkout, Set<String> rules) {
        var read = new Exemptions();
        var lines = checkout.text(FILE).map(TextFile::lines).orElse(List.of());
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank() && !lines.get(i).startsWith("#")) {
                read.add(i + 1, lines.get(i).strip(), rules);
            }
        }
        return read;
    }

    private void add(int number, String line, Set<String> rules) {
        var words = line.split("\\s+", 3);
        if (words.length < 3) {
            malformed.add(violation(number, "An exception is a rule, a place and a reason."));
        } else if (!rules.contains(words[0])) {
            malformed.add(violation(number, "There is no rule '%s'.".formatted(words[0])));
        } else {
            excuses.add(new Exemption(number, words[0], words[1], words[2]));
        }
    }

    /** What is left: the violations nobody excused, and the excuses that excuse nothing. */
    List<Violation> apply(List<Violation> violations) {
        var unexcused =
                violations.stream()
                        .filter(
                                violation ->
                                        excuses.stream()
                                                .noneMatch(
                                                        exemption -> exemption.covers(violation)));
        var stale =
                excuses.stream()
                        .filter(exemption -> violations.stream().noneMatch(exemption::covers))
                        .map(
                                exemption ->
                                        violation(
                                                exemption.line(),
                                                "%s no longer breaks the rule '%s'. Delete this line."
                                                        .formatted(
                                                                exemption.place(),
                                                                exemption.rule())));
        return Stream.of(unexcused, stale, malformed.stream())
                .flatMap(all -> all)
                .sorted()
                .toList();
    }

    private static Violation violation(int line, String what) {
        return Violation.at(RULE, FILE, line, what);
    }
}
