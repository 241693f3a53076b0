package slipway.tidy;

import java.util.stream.Stream;
import slipway.tidy.checkout.Source;

/** A file has at most 400 lines. */
final class FileLinesRule implements SourceRule {

    private static final String ADVICE = " Find the second thing in this file and give it its own.";

    private static final int LIMIT = 400;

    @Override
    public String name() {
        return "file-lines";
    }

    @Override
    public Stream<Violation> check(Source source) {
        int lines = source.file().file().lines().size();
        return lines <= LIMIT
                ? Stream.empty()
                : Stream.of(
                        Violation.at(
                                name(),
                                source.path(),
                                LIMIT + 1,
                                "%d lines; the limit is %d, the usual is 70."
                                                .formatted(lines, LIMIT)
                                        + ADVICE));
    }
}
