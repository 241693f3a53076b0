package slipway.tidy;

import com.sun.source.tree.MethodTree;
import java.util.stream.Stream;
import slipway.tidy.checkout.Names;
import slipway.tidy.checkout.Source;
import slipway.tidy.checkout.TreeMatch;

/** {@code gpus()}, not {@code getGpus()}, and no setters. A method that overrides one of a library keeps its name. */
final class AccessorRule implements SourceRule {

    @Override
    public String name() {
        return "accessor";
    }

    @Override
    public Stream<Violation> check(Source source) {
        return source.find(MethodTree.class).stream()
                .filter(treeMatch -> !overrides(treeMatch.tree()))
                .flatMap(this::check);
    }

    private Stream<Violation> check(TreeMatch<MethodTree> treeMatch) {
        String method = treeMatch.tree().getName().toString();
        boolean takesNothing = treeMatch.tree().getParameters().isEmpty();
        if (method.matches("get[A-Z].*") && takesNothing) {
            String plain = Character.toLowerCase(method.charAt(3)) + method.substring(4);
            return Stream.of(
                    Violation.at(
                            name(), treeMatch, "Say %s(), not %s().".formatted(plain, method)));
        }
        if (method.matches("set[A-Z].*") && !takesNothing) {
            return Stream.of(
                    Violation.at(
                            name(),
                            treeMatch,
                            "%s changes a value that others hold. Return a changed copy instead."
                                    .formatted(method)));
        }
        return Stream.empty();
    }

    private static boolean overrides(MethodTree method) {
        return method.getModifiers().getAnnotations().stream()
                .anyMatch(note -> Names.last(note.getAnnotationType()).equals("Override"));
    }
}
