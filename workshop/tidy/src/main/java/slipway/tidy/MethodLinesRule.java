package slipway.tidy;

import com.sun.source.tree.MethodTree;
import java.util.stream.Stream;
import slipway.tidy.house.Found;
import slipway.tidy.house.Source;

/** A method fits on a screen: 50 lines at most, from its opening brace to the closing one. */
final class MethodLinesRule implements SourceRule {

    private static final String ADVICE = " Name its steps and make each a method.";

    private static final int LIMIT = 50;

    @Override
    public String name() {
        return "method-lines";
    }

    @Override
    public Stream<Violation> check(Source source) {
        return source.find(MethodTree.class).stream()
                .filter(found -> lines(found) > LIMIT)
                .map(
                        found ->
                                Violation.at(
                                        name(),
                                        found,
                                        "%s has %d lines; the limit is %d, the usual is 6."
                                                        .formatted(
                                                                found.tree().getName(),
                                                                lines(found),
                                                                LIMIT)
                                                + ADVICE));
    }

    private static int lines(Found<MethodTree> found) {
        var body = found.tree().getBody();
        var source = found.source();
        return body == null
                ? 0
                : source.lineAt(source.end(body)) - source.lineAt(source.start(body)) + 1;
    }
}
