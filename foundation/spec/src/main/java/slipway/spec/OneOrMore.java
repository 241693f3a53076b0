package slipway.spec;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

record OneOrMore<T>(Type<T> item, ListOf<T> list) implements Type<List<T>> {

    @Override
    public Optional<List<T>> read(Written documentNode, Report mistakeCollector) {
        return documentNode instanceof Written.Value
                ? item.read(documentNode, mistakeCollector).map(List::of)
                : list.read(documentNode, mistakeCollector);
    }

    @Override
    public String says() {
        return item.says() + ", or a list of such";
    }

    @Override
    public ObjectNode schema() {
        return Schemas.anyOf(item.schema(), list.schema());
    }
}
