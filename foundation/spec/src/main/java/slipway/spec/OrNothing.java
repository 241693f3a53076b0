package slipway.spec;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

record OrNothing<T>(Type<T> type) implements Type<Optional<T>> {

    @Override
    public Optional<Optional<T>> read(Written documentNode, Report mistakeCollector) {
        if (documentNode instanceof Written.Nothing) {
            return Optional.of(Optional.empty());
        }
        Optional<T> value = type.read(documentNode, mistakeCollector);
        return value.isPresent() ? Optional.of(value) : Optional.empty();
    }

    @Override
    public String says() {
        return type.says() + " or nothing";
    }

    @Override
    public ObjectNode schema() {
        return Schemas.anyOf(Schemas.of("null"), type.schema());
    }
}
