package slipway.tidy;

import com.sun.source.tree.ImportTree;
import java.util.stream.Stream;
import slipway.tidy.house.Names;
import slipway.tidy.house.Source;

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
                        found ->
                                found.tree().isModule()
                                        || Names.last(found.tree().getQualifiedIdentifier())
                                                .equals("*"))
                .map(
                        found ->
                                Violation.at(
                                        name(),
                                        found,
                                        "%s brings in names unseen. Import each type by its name."
                                                .formatted(source.written(found.tree()))));
    }
}
