package slipway.tidy;

import com.sun.source.tree.ClassTree;
import java.util.Set;
import java.util.stream.Stream;
import slipway.tidy.checkout.Names;
import slipway.tidy.checkout.Source;

/** A type is named after what it is. Names that fit anything are refused. */
final class TypeNamesRule implements SourceRule {

    private static final String ADVICE =
            " Use the word of the field (docs/concepts.md) or of the product (docs/glossary.md).";

    private static final Set<String> VAGUE_ENDINGS =
            Set.of(
                    "Manager",
                    "Managers",
                    "Helper",
                    "Helpers",
                    "Util",
                    "Utils",
                    "Impl",
                    "Data",
                    "Info");

    @Override
    public String name() {
        return "type-name";
    }

    @Override
    public Stream<Violation> check(Source source) {
        return source.find(ClassTree.class).stream()
                .filter(treeMatch -> isVague(treeMatch.tree().getSimpleName().toString()))
                .map(
                        treeMatch ->
                                Violation.at(
                                        name(),
                                        treeMatch,
                                        "%s does not say what the thing is."
                                                        .formatted(treeMatch.tree().getSimpleName())
                                                + ADVICE));
    }

    private static boolean isVague(String name) {
        var words = Names.words(name);
        return VAGUE_ENDINGS.contains(words.getLast()) || words.getFirst().equals("Abstract");
    }
}
