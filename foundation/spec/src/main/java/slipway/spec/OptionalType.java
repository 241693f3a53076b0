package slipway.spec;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

record OptionalType<T>(ValueType<T> type) implements ValueType<Optional<T>> {

    @Override
    public Optional<Optional<T>> read(
            DocumentNode documentNode, MistakeCollector mistakeCollector) {
        if (documentNode instanceof DocumentNode.Nothing) {
            return Optional.of(Optional.empty());
        }
        Optional<T> value = type.read(documentNode, mistakeCollector);
        return value.isPresent() ? Optional.of(value) : Optional.empty();
    }

    @Override
    public String description() {
        return type.description() + " or nothing";
    }

    @Override
    public ObjectNode schema() {
        return Schemas.anyOf(Schemas.of("null"), type.schema());
    }
}
