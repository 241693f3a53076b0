package slipway.tidy.checkout;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;

/** A tree, and the way to it from the top of its file. */
public record TreeMatch<T extends Tree>(Source source, T tree, TreePath path) {

    public int line() {
        return source.line(tree);
    }

    /** The innermost method, field or type around the tree (a constructor goes by the name of its type), or empty. */
    public String member() {
        for (var way = path; way != null; way = way.getParentPath()) {
            var parent = way.getParentPath();
            boolean inType = parent != null && parent.getLeaf() instanceof ClassTree;
            switch (way.getLeaf()) {
                case MethodTree method when !method.getName().contentEquals("<init>") -> {
                    return method.getName().toString();
                }
                case VariableTree field when inType -> {
                    return field.getName().toString();
                }
                case ClassTree type when !type.getSimpleName().isEmpty() -> {
                    return type.getSimpleName().toString();
                }
                default -> {}
            }
        }
        return "";
    }
}
