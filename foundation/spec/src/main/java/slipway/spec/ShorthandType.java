package slipway.spec;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A block that may be written as the value of one of its keys, because mostly nothing else is said: {@code H100: 16}
 * for {@code H100: {guarantee: 16}}.
 */
record ShorthandType(BlockSchema whole, SpecKey<?> only) implements ValueType<BlockValues> {

    ShorthandType {
        if (!whole.keys().contains(only)) {
            throw new IllegalArgumentException("There is no key " + only.name() + " in the block");
        }
    }

    @Override
    public Optional<BlockValues> read(
            DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return documentNode instanceof DocumentNode.Value value
                ? whole.read(spelled(value), mistakeCollector)
                : whole.read(documentNode, mistakeCollector);
    }

    private DocumentNode spelled(DocumentNode.Value value) {
        return new DocumentNode.Block(
                value.place(), List.of(new DocumentNode.Entry(value.place(), only.name(), value)));
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
