package slipway.tidy;

import com.sun.source.tree.MethodTree;
import java.util.stream.Stream;
import slipway.tidy.checkout.Source;
import slipway.tidy.checkout.TreeMatch;

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
                .filter(treeMatch -> lines(treeMatch) > LIMIT)
                .map(
                        treeMatch ->
                                Violation.at(
                                        name(),
                                        treeMatch,
                                        "%s has %d lines; the limit is %d, the usual is 6."
                                                        .formatted(
                                                                treeMatch.tree().getName(),
                                                                lines(treeMatch),
                                                                LIMIT)
                                                + ADVICE));
    }

    private static int lines(TreeMatch<MethodTree> treeMatch) {
        var body = treeMatch.tree().getBody();
        var source = treeMatch.source();
        return body == null
                ? 0
                : source.lineAt(source.end(body)) - source.lineAt(source.start(body)) + 1;
    }
}
