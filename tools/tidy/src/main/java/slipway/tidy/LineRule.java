package slipway.tidy;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.TextFile;

/**
 * Forbids a pattern in every line of the text files.
 *
 * @param where the paths it applies to
 * @param advice what to do instead
 */
record LineRule(String name, Predicate<String> where, Pattern forbidden, String advice)
        implements Rule {

    /** The machine's settings choose the registries of packages and programs: mirrors, air gaps. */
    static LineRule registryHosts() {
        return new LineRule(
                "registry-host",
                _ -> true,
                Pattern.compile(
                        "(?i)://(?!maven\\.apache\\.org/(POM|xsd|SETTINGS)/)"
                                + "[a-z0-9.-]*(maven|npmjs|debian|pythonhosted|golang)[a-z0-9.-]*(?=[/:\\s\"'<>),]|$)"),
                "Leave the choice of a registry to the machine's own settings.");
    }

    static LineRule machinePaths() {
        return new LineRule(
                "machine-path",
                _ -> true,
                Pattern.compile("(?<![\\w.~*}/-])/(?:(?:work|farm)(?![\\w.-])|root/)"),
                "It exists on one machine only; derive it from the checkout, the home or a setting.");
    }

    /** In comments only, and not in prose: a page may speak about the habit. */
    static LineRule openEnds() {
        return new LineRule(
                "open-end",
                path -> !path.endsWith(".md"),
                Pattern.compile("(?://|\\*|#|<!--).*\\b(?:TO|FIX)(?:DO|ME)\\b(?!\\W*#\\d)"),
                "Finish it, or name the issue: (#12).");
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        return checkout.texts().stream()
                .filter(file -> where.test(file.path()))
                .flatMap(this::check);
    }

    private Stream<Violation> check(TextFile file) {
        var lines = file.lines();
        return IntStream.range(0, lines.size())
                .boxed()
                .flatMap(i -> check(file.path(), i + 1, lines.get(i)));
    }

    private Stream<Violation> check(String path, int number, String line) {
        var match = forbidden.matcher(line);
        return match.find()
                ? Stream.of(
                        Violation.at(
                                name,
                                path,
                                number,
                                "'%s' may not stand here. %s"
                                        .formatted(match.group().strip(), advice)))
                : Stream.empty();
    }
}
