package slipway.tidy;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.tidy.checkout.Source;

/** At most 120 characters in a line of Java; an import may be as long as its name. */
final class LineWidthRule implements SourceRule {

    private static final int LIMIT = 120;

    @Override
    public String name() {
        return "line-width";
    }

    @Override
    public Stream<Violation> check(Source source) {
        var lines = source.file().file().lines();
        return IntStream.range(0, lines.size())
                .filter(i -> width(lines.get(i)) > LIMIT && !lines.get(i).startsWith("import "))
                .mapToObj(
                        i ->
                                Violation.at(
                                        name(),
                                        source.path(),
                                        i + 1,
                                        "%d characters; the limit is %d. Break it, or say it shorter."
                                                .formatted(width(lines.get(i)), LIMIT)));
    }

    private static int width(String line) {
        return line.codePointCount(0, line.length());
    }
}
