package slipway.tidy;

import com.sun.source.util.TreePath;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.Names;
import slipway.tidy.checkout.Source;

/** Every package has a page: {@code package-info.java} with at least three sentences, and {@code @NullMarked}. */
final class PackageInfoRule implements Rule {

    private static final String ADVICE =
            " Say what it does, its terms, its entry point and its invariant.";

    private static final int FEWEST_SENTENCES = 3;
    private static final Pattern SENTENCE = Pattern.compile("\\w[^.!?]*[.!?](\\s|$)");

    @Override
    public String name() {
        return "package-page";
    }

    /** A package with sources in several places, as in main and in test, needs one page. */
    @Override
    public Stream<Violation> check(Checkout checkout) {
        var packages =
                checkout.sources().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Source::packageName, TreeMap::new, Collectors.toList()));
        return packages.values().stream().flatMap(this::check);
    }

    private Stream<Violation> check(List<Source> sources) {
        var pages = sources.stream().filter(PackageInfoRule::isPage).toList();
        if (pages.isEmpty()) {
            var first = sources.getFirst();
            return Stream.of(
                    Violation.at(
                            name(),
                            first.file().directory(),
                            1,
                            "Package %s has no package-info.java.".formatted(first.packageName())
                                    + ADVICE));
        }
        return pages.stream().flatMap(this::check);
    }

    private static boolean isPage(Source source) {
        return source.file().name().equals("package-info.java");
    }

    private Stream<Violation> check(Source page) {
        long sentences = SENTENCE.matcher(text(page)).results().count();
        boolean marked =
                page.unit().getPackageAnnotations().stream()
                        .anyMatch(
                                note -> Names.last(note.getAnnotationType()).equals("NullMarked"));
        return Stream.of(
                        sentences >= FEWEST_SENTENCES
                                ? ""
                                : "Only %d of at least %d sentences."
                                                .formatted(sentences, FEWEST_SENTENCES)
                                        + ADVICE,
                        marked
                                ? ""
                                : "@NullMarked is missing. Without it null may cross its borders.")
                .filter(what -> !what.isEmpty())
                .map(what -> Violation.at(name(), page.path(), 1, what));
    }

    private static String text(Source page) {
        var declaration = TreePath.getPath(page.unit(), page.unit().getPackage());
        String comment = Objects.requireNonNullElse(page.trees().getDocComment(declaration), "");
        return comment.replaceAll("\\{@\\w+ ([^}]*)}", "$1").replaceAll("<[^>]*>", "");
    }
}
