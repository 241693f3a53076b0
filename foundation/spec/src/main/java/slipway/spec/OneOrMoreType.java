package slipway.spec;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

record OneOrMoreType<T>(ValueType<T> item, ListType<T> list) implements ValueType<List<T>> {

    @Override
    public Optional<List<T>> read(DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return documentNode instanceof DocumentNode.Value
                ? item.read(documentNode, mistakeCollector).map(List::of)
                : list.read(documentNode, mistakeCollector);
    }

    @Override
    public String description() {
        return item.description() + ", or a list of such";
    }

    @Override
    public ObjectNode schema() {
        return Schemas.anyOf(item.schema(), list.schema());
    }
}
