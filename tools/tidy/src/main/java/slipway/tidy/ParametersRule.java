package slipway.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.stream.Stream;
import slipway.tidy.checkout.Source;
import slipway.tidy.checkout.TreeMatch;

/**
 * At most five parameters. The header of a record lists the parts of a thing: see {@link ComponentsRule}.
 */
final class ParametersRule implements SourceRule {

    private static final String ADVICE = " Some of them are one thing: make it a record.";

    private static final int LIMIT = 5;

    @Override
    public String name() {
        return "parameters";
    }

    @Override
    public Stream<Violation> check(Source source) {
        return source.find(MethodTree.class).stream()
                .filter(treeMatch -> treeMatch.tree().getParameters().size() > LIMIT)
                .filter(treeMatch -> !isConstructorOfRecord(treeMatch))
                .map(
                        treeMatch ->
                                Violation.at(
                                        name(),
                                        treeMatch,
                                        "%s takes %d parameters; the limit is %d, the usual is 3."
                                                        .formatted(
                                                                treeMatch.member(),
                                                                treeMatch
                                                                        .tree()
                                                                        .getParameters()
                                                                        .size(),
                                                                LIMIT)
                                                + ADVICE));
    }

    private static boolean isConstructorOfRecord(TreeMatch<MethodTree> treeMatch) {
        return treeMatch.tree().getName().contentEquals("<init>")
                && treeMatch.path().getParentPath().getLeaf() instanceof ClassTree type
                && type.getKind() == Tree.Kind.RECORD;
    }
}
