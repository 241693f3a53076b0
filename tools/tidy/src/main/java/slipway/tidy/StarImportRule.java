package slipway.tidy;

import com.sun.source.tree.ImportTree;
import java.util.stream.Stream;
import slipway.tidy.checkout.Names;
import slipway.tidy.checkout.Source;

/** No {@code import java.util.*}: the imports are the list of what a file needs. */
final class StarImportRule implements SourceRule {

    @Override
    public String name() {
        return "star-import";
    }

    @Override
    public Stream<Violation> check(Source source) {
        return source.find(ImportTree.class).stream()
                .filter(
                        treeMatch ->
                                treeMatch.tree().isModule()
                                        || Names.last(treeMatch.tree().getQualifiedIdentifier())
                                                .equals("*"))
                .map(
                        treeMatch ->
                                Violation.at(
                                        name(),
                                        treeMatch,
                                        "%s brings in names unseen. Import each type by its name."
                                                .formatted(source.written(treeMatch.tree()))));
    }
}
