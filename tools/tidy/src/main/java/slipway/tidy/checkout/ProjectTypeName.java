package slipway.tidy.checkout;

import com.sun.source.tree.MemberSelectTree;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A type of ours named with its package, in an import or within code.
 *
 * @param module as the import table has it: {@code run} of {@code slipway.run}, {@code surface-run} of {@code
 *     slipway.surface.run}
 */
public record ProjectTypeName(
        TreeMatch<MemberSelectTree> found, String packageName, String module) {

    /** Up to the first type, so that a name with nested types is met once. */
    private static final Pattern OURS =
            Pattern.compile(
                    "(slipway\\.(surface\\.[a-z]\\w*|[a-z]\\w*)(?:\\.[a-z]\\w*)*)\\.(?:[A-Z]\\w*|\\*)");

    public static Optional<ProjectTypeName> in(TreeMatch<MemberSelectTree> treeMatch) {
        var ours = OURS.matcher(Names.dotted(treeMatch.tree()));
        return ours.matches()
                ? Optional.of(
                        new ProjectTypeName(
                                treeMatch, ours.group(1), ours.group(2).replace('.', '-')))
                : Optional.empty();
    }

    public String name() {
        return Names.dotted(found.tree());
    }
}
