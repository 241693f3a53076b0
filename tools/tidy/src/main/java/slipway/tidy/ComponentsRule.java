package slipway.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import slipway.tidy.checkout.Source;
import slipway.tidy.checkout.TreeMatch;

/** At most eight components in the header of a record. */
final class ComponentsRule implements SourceRule {

    private static final String ADVICE = " Group those that belong together in a record.";

    private static final int LIMIT = 8;

    @Override
    public String name() {
        return "components";
    }

    @Override
    public Stream<Violation> check(Source source) {
        return source.find(ClassTree.class).stream()
                .filter(type -> type.tree().getKind() == Tree.Kind.RECORD)
                .filter(type -> components(type.tree()) > LIMIT)
                .map(type -> Violation.at(name(), type, message(type)));
    }

    private static String message(TreeMatch<ClassTree> type) {
        return "%s has %d components; the limit is %d, the usual is 3."
                        .formatted(type.tree().getSimpleName(), components(type.tree()), LIMIT)
                + ADVICE;
    }

    /** The fields of a record that are not static. */
    private static long components(ClassTree type) {
        return type.getMembers().stream()
                .filter(VariableTree.class::isInstance)
                .map(VariableTree.class::cast)
                .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .count();
    }
}
