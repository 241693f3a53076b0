package slipway.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.TextFile;

/** The exemptions of tidy.txt. Each has a reason, and an exemption that is no longer needed is a violation. */
final class Exemptions {

    static final String FILE = "tools/tidy/tidy.txt";
    static final String RULE = "tidy.txt";

    private final List<Exemption> exemptions = new ArrayList<>();
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
            exemptions.add(new Exemption(number, words[0], words[1], words[2]));
        }
    }

    /** The violations without an exemption, and the exemptions without a violation. */
    List<Violation> apply(List<Violation> all) {
        var violations = beyondAllowances(all);
        var unexcused =
                violations.stream()
                        .filter(
                                violation ->
                                        exemptions.stream()
                                                .noneMatch(
                                                        exemption -> exemption.covers(violation)));
        var stale =
                exemptions.stream()
                        .filter(exemption -> exemption.allowance().isEmpty())
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
                .flatMap(part -> part)
                .sorted()
                .toList();
    }

    /**
     * Without the violations in folders whose allowance suffices. An allowance above the count is no error, so that
     * changes that lower the count can land in any order.
     */
    private List<Violation> beyondAllowances(List<Violation> violations) {
        var rest = new ArrayList<>(violations);
        for (var exemption : allowances()) {
            var within = violations.stream().filter(exemption::contains).toList();
            int allowed = exemption.allowance().getAsInt();
            if (within.size() <= allowed) {
                rest.removeAll(within);
            } else {
                rest.add(
                        violation(
                                exemption.line(),
                                "%s breaks the rule '%s' %d times; this line allows %d. Correct what you added."
                                        .formatted(
                                                exemption.place(),
                                                exemption.rule(),
                                                within.size(),
                                                allowed)));
            }
        }
        return rest;
    }

    private List<Exemption> allowances() {
        return exemptions.stream().filter(each -> each.allowance().isPresent()).toList();
    }

    private static Violation violation(int line, String what) {
        return Violation.at(RULE, FILE, line, what);
    }
}
