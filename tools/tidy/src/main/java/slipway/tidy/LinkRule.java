package slipway.tidy;

import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.TextFile;

/** A relative link in the documentation leads to a file or folder of the checkout. */
final class LinkRule implements Rule {

    /** A relative link. Images are not text, so they are not in the checkout that rules see. */
    private static final Pattern LINK =
            Pattern.compile("]\\(([^():#\\s]+?)(?<!\\.(?:png|svg|jpg))(?:#[^)\\s]*)?\\)");

    @Override
    public String name() {
        return "link";
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        return checkout.texts().stream()
                .filter(file -> file.path().endsWith(".md"))
                .flatMap(page -> check(page, checkout));
    }

    private Stream<Violation> check(TextFile page, Checkout checkout) {
        var lines = page.lines();
        return IntStream.range(0, lines.size())
                .boxed()
                .flatMap(
                        i ->
                                LINK.matcher(lines.get(i))
                                        .results()
                                        .map(link -> link.group(1))
                                        .filter(link -> !exists(page, link, checkout))
                                        .map(
                                                link ->
                                                        Violation.at(
                                                                name(),
                                                                page.path(),
                                                                i + 1,
                                                                message(link))));
    }

    private static boolean exists(TextFile page, String link, Checkout checkout) {
        String target =
                Path.of(page.path()).resolveSibling(link).normalize().toString().replace('\\', '/');
        return checkout.texts().stream()
                .anyMatch(
                        file -> file.path().equals(target) || file.path().startsWith(target + "/"));
    }

    private static String message(String link) {
        return "There is no %s here. Correct the link, or write the file.".formatted(link);
    }
}
