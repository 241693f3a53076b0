package slipway.tidy;

import com.sun.source.tree.CatchTree;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slipway.tidy.checkout.Source;
import slipway.tidy.checkout.TreeMatch;

/**
 * No exception is swallowed: no {@code catch (Throwable ...)}, and no empty catch without a comment that says why.
 */
final class CatchRule implements SourceRule {

    private static final String TOO_WIDE =
            "catch (Throwable) also catches errors that no caller can handle. "
                    + "Name the exceptions that can happen.";
    private static final String SILENT =
            "An empty catch hides an error. "
                    + "Handle it, or say in a comment why there is nothing to do.";

    private static final Pattern THROWABLE = Pattern.compile("\\bThrowable\\b");

    @Override
    public String name() {
        return "catch";
    }

    @Override
    public Stream<Violation> check(Source source) {
        return source.find(CatchTree.class).stream().flatMap(this::check);
    }

    private Stream<Violation> check(TreeMatch<CatchTree> treeMatch) {
        var type = treeMatch.tree().getParameter().getType();
        if (THROWABLE.matcher(type.toString()).find()) {
            return Stream.of(Violation.at(name(), treeMatch, TOO_WIDE));
        }
        String block = treeMatch.source().written(treeMatch.tree().getBlock());
        boolean silent = block.substring(1, block.length() - 1).isBlank();
        return silent ? Stream.of(Violation.at(name(), treeMatch, SILENT)) : Stream.empty();
    }
}
