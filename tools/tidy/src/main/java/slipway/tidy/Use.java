package slipway.tidy;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.tidy.checkout.Names;
import slipway.tidy.checkout.Source;
import slipway.tidy.checkout.TreeMatch;

/**
 * One use of a name in a source, as far as the unresolved source shows it.
 *
 * @param owner the simple name before the dot, or empty: {@code Instant} in {@code Instant.now()}
 * @param arguments how many are passed; {@link #UNKNOWN} where that cannot be seen
 */
record Use(
        Manner manner, String owner, String name, int arguments, TreeMatch<? extends Tree> found) {

    static final int UNKNOWN = -1;

    /** A static import counts as both {@code CALL} and {@code NAME}: what it brings in is used without its owner. */
    enum Manner {
        CALL,
        CONSTRUCT,
        NAME,
        ANNOTATION
    }

    static Stream<Use> in(Source source) {
        return source.find(Tree.class).stream().flatMap(Use::of);
    }

    private static Stream<Use> of(TreeMatch<Tree> treeMatch) {
        return switch (treeMatch.tree()) {
            case MethodInvocationTree call -> call(call, treeMatch).stream();
            case MemberReferenceTree reference -> reference(reference, treeMatch);
            case NewClassTree made ->
                    Stream.of(
                            new Use(
                                    Manner.CONSTRUCT,
                                    "",
                                    Names.last(made.getIdentifier()),
                                    made.getArguments().size(),
                                    treeMatch));
            case AnnotationTree note ->
                    Stream.of(
                            new Use(
                                    Manner.ANNOTATION,
                                    "",
                                    Names.last(note.getAnnotationType()),
                                    UNKNOWN,
                                    treeMatch));
            case ImportTree line when line.isStatic() -> staticImport(line, treeMatch);
            case MemberSelectTree select -> Stream.of(name(select, treeMatch));
            case IdentifierTree name ->
                    Stream.of(
                            new Use(
                                    Manner.NAME,
                                    "",
                                    name.getName().toString(),
                                    UNKNOWN,
                                    treeMatch));
            default -> Stream.empty();
        };
    }

    private static Optional<Use> call(MethodInvocationTree call, TreeMatch<Tree> treeMatch) {
        int arguments = call.getArguments().size();
        return switch (call.getMethodSelect()) {
            case MemberSelectTree select ->
                    Optional.of(
                            new Use(
                                    Manner.CALL,
                                    Names.last(select.getExpression()),
                                    select.getIdentifier().toString(),
                                    arguments,
                                    treeMatch));
            case IdentifierTree name ->
                    Optional.of(
                            new Use(
                                    Manner.CALL,
                                    "",
                                    name.getName().toString(),
                                    arguments,
                                    treeMatch));
            default -> Optional.empty();
        };
    }

    private static Stream<Use> reference(MemberReferenceTree reference, TreeMatch<Tree> treeMatch) {
        String owner = Names.last(reference.getQualifierExpression());
        return reference.getMode() == MemberReferenceTree.ReferenceMode.NEW
                ? Stream.of(new Use(Manner.CONSTRUCT, "", owner, UNKNOWN, treeMatch))
                : Stream.of(
                        new Use(
                                Manner.CALL,
                                owner,
                                reference.getName().toString(),
                                UNKNOWN,
                                treeMatch));
    }

    private static Stream<Use> staticImport(ImportTree line, TreeMatch<Tree> treeMatch) {
        if (line.getQualifiedIdentifier() instanceof MemberSelectTree select) {
            var named = name(select, treeMatch);
            return Stream.of(
                    named, new Use(Manner.CALL, named.owner(), named.name(), UNKNOWN, treeMatch));
        }
        return Stream.empty();
    }

    private static Use name(MemberSelectTree select, TreeMatch<Tree> treeMatch) {
        return new Use(
                Manner.NAME,
                Names.last(select.getExpression()),
                select.getIdentifier().toString(),
                UNKNOWN,
                treeMatch);
    }
}
