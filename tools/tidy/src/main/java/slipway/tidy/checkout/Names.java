package slipway.tidy.checkout;

import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import java.util.Arrays;
import java.util.List;

/** Names as they are written in a source. */
public final class Names {

    private Names() {}

    /** {@code java.time.Instant}; empty when the tree is more than names and dots. */
    public static String dotted(Tree tree) {
        return switch (tree) {
            case IdentifierTree name -> name.getName().toString();
            case MemberSelectTree select -> {
                String owner = dotted(select.getExpression());
                yield owner.isEmpty() ? "" : owner + "." + select.getIdentifier();
            }
            default -> "";
        };
    }

    /** The last name: {@code Instant} of {@code java.time.Instant}, {@code getRuntime()} of a call of it. */
    public static String last(Tree tree) {
        return switch (tree) {
            case IdentifierTree name -> name.getName().toString();
            case MemberSelectTree select -> select.getIdentifier().toString();
            case MethodInvocationTree call -> last(call.getMethodSelect()) + "()";
            case ParameterizedTypeTree type -> last(type.getType());
            case AnnotatedTypeTree type -> last(type.getUnderlyingType());
            default -> "";
        };
    }

    /** {@code ProjectTypeName} has the words Project, Type and Name; {@code GPUs} stays one. */
    public static List<String> words(String camelCase) {
        return Arrays.asList(camelCase.split("(?<=[a-z0-9])(?=[A-Z])", -1));
    }
}
