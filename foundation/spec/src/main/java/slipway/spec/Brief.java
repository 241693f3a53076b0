package slipway.spec;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A block that may be written as the value of one of its keys, because mostly nothing else is said: {@code H100: 16}
 * for {@code H100: {guarantee: 16}}.
 */
record Brief(Shape whole, Key<?> only) implements Type<Values> {

    Brief {
        if (!whole.keys().contains(only)) {
            throw new IllegalArgumentException("There is no key " + only.name() + " in the block");
        }
    }

    @Override
    public Optional<Values> read(Written documentNode, Report mistakeCollector) {
        return documentNode instanceof Written.Value value
                ? whole.read(spelled(value), mistakeCollector)
                : whole.read(documentNode, mistakeCollector);
    }

    private Written spelled(Written.Value value) {
        return new Written.Block(
                value.place(), List.of(new Written.Entry(value.place(), only.name(), value)));
    }

    @Override
    public String says() {
        return only.type().says() + " or " + whole.says();
    }

    @Override
    public ObjectNode schema() {
        return Schemas.anyOf(only.type().schema(), whole.schema());
    }
}
