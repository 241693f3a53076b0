package slipway.tidy;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.TextFile;

/** Each row of docs/concepts.md links a term to a file that contains the term, so that grep leads there too. */
final class ConceptRule implements Rule {

    private static final String PAGE = "docs/concepts.md";

    /** {@code | term | sentence | [name](path) |}. */
    private static final Pattern ROW =
            Pattern.compile("\\| ([^|]+) \\| [^|]+ \\| \\[[^]]+]\\(([^)]+)\\) \\|");

    @Override
    public String name() {
        return "concept";
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        return checkout.text(PAGE).stream().flatMap(page -> check(page, checkout));
    }

    private Stream<Violation> check(TextFile page, Checkout checkout) {
        var lines = page.lines();
        return IntStream.range(0, lines.size())
                .boxed()
                .flatMap(
                        i ->
                                ROW.matcher(lines.get(i))
                                        .results()
                                        .map(row -> problem(row.group(1), row.group(2), checkout))
                                        .filter(problem -> !problem.isEmpty())
                                        .map(
                                                problem ->
                                                        Violation.at(
                                                                name(), PAGE, i + 1, problem)));
    }

    /** The problem of a term's row, or the empty text. */
    private static String problem(String term, String link, Checkout checkout) {
        String target =
                Path.of(PAGE).resolveSibling(link).normalize().toString().replace('\\', '/');
        return checkout.text(target)
                .map(
                        file ->
                                contains(file, term)
                                        ? ""
                                        : "'%s' does not occur in %s. Name it in the type's comment."
                                                .formatted(term, target))
                .orElse(
                        "There is no file %s. Link the file that implements '%s'."
                                .formatted(target, term));
    }

    /** Comments break lines, so a space of the term matches any white space. */
    private static boolean contains(TextFile file, String term) {
        String text = file.text().replaceAll("\\s*\\n\\s*\\*?\\s*", " ");
        return text.toLowerCase(Locale.ROOT).contains(term.toLowerCase(Locale.ROOT));
    }
}
