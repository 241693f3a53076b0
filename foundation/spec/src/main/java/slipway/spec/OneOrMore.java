package slipway.spec;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

record OneOrMore<T>(Type<T> item, ListOf<T> list) implements Type<List<T>> {

    @Override
    public Optional<List<T>> read(Written written, Report report) {
        return written instanceof Written.Value
                ? item.read(written, report).map(List::of)
                : list.read(written, report);
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
