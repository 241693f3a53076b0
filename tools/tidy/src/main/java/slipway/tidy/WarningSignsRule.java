package slipway.tidy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.TextFile;

/** Texts, comments and names of tests avoid the phrases of warning-signs.txt. Quotations may contain them. */
final class WarningSignsRule implements Rule {

    private final List<Sign> signs = Sign.read("warning-signs.txt");

    /**
     * One phrase to avoid.
     *
     * @param advice what to write instead
     */
    private record Sign(Pattern phrase, String advice) {

        static List<Sign> read(String resource) {
            try (InputStream lines =
                    Objects.requireNonNull(WarningSignsRule.class.getResourceAsStream(resource))) {
                return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.split("\\s{2,}", 3))
                        .map(parts -> new Sign(phrase(parts[1]), parts[2]))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Pattern phrase(String written) {
            return Pattern.compile(
                    written.replaceAll("(?<=[\\w)]) (?=\\w)", "\\\\s+"), Pattern.CASE_INSENSITIVE);
        }
    }

    @Override
    public String name() {
        return "warning-signs";
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        return checkout.texts().stream().flatMap(this::check);
    }

    private Stream<Violation> check(TextFile file) {
        return Prose.of(file).stream()
                .flatMap(prose -> signs.stream().flatMap(sign -> check(file, prose, sign)));
    }

    private Stream<Violation> check(TextFile file, String prose, Sign sign) {
        Matcher match = sign.phrase().matcher(prose);
        return match.results()
                .map(
                        found ->
                                Violation.at(
                                        name(),
                                        file.path(),
                                        lineAt(prose, found.start()),
                                        "'%s' is a warning sign. %s"
                                                .formatted(excerpt(found.group()), sign.advice())));
    }

    private static int lineAt(String text, int position) {
        return 1 + (int) text.substring(0, position).chars().filter(each -> each == '\n').count();
    }

    private static String excerpt(String found) {
        String oneLine = found.strip().replaceAll("\\s+", " ");
        return oneLine.length() <= 60 ? oneLine : oneLine.substring(0, 57) + "...";
    }
}
