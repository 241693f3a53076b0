package slipway.tidy.checkout;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A parsed Java file. Parsed only: names are as written, nothing is resolved. */
public record Source(JavaFile file, CompilationUnitTree unit, Trees trees) {

    public String path() {
        return file.path();
    }

    public String packageName() {
        var declared = unit.getPackage();
        return declared == null ? "" : declared.getPackageName().toString();
    }

    public List<ClassTree> topLevelTypes() {
        return unit.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .toList();
    }

    /** Every tree of this kind, from top to bottom. */
    public <T extends Tree> List<TreeMatch<T>> find(Class<T> kind) {
        var found = new ArrayList<TreeMatch<T>>();
        var scanner =
                new TreePathScanner<Boolean, Boolean>() {
                    @Override
                    public Boolean scan(Tree tree, Boolean deep) {
                        if (kind.isInstance(tree)) {
                            var path = new TreePath(getCurrentPath(), tree);
                            found.add(new TreeMatch<>(Source.this, kind.cast(tree), path));
                        }
                        return super.scan(tree, deep);
                    }
                };
        scanner.scan(new TreePath(unit), true);
        return List.copyOf(found);
    }

    /** Every name of ours in this file that is written with its package: imports, and names within code. */
    public Stream<ProjectTypeName> projectTypeNames() {
        return find(MemberSelectTree.class).stream()
                .flatMap(treeMatch -> ProjectTypeName.in(treeMatch).stream());
    }

    public int line(Tree tree) {
        return lineAt(start(tree));
    }

    public int lineAt(long position) {
        return (int) unit.getLineMap().getLineNumber(position);
    }

    public long start(Tree tree) {
        return trees.getSourcePositions().getStartPosition(unit, tree);
    }

    public long end(Tree tree) {
        return trees.getSourcePositions().getEndPosition(unit, tree);
    }

    /** The tree as it is written, comments and all. */
    public String written(Tree tree) {
        return file.text().substring((int) start(tree), (int) end(tree));
    }
}
