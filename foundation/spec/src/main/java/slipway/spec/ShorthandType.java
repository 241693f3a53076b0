package slipway.spec;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A block that may be written as the value of one of its keys, because the other keys are rare: {@code H100: 16}
 * for {@code H100: {guarantee: 16}}.
 */
record ShorthandType(BlockSchema block, SpecKey<?> key) implements ValueType<BlockValues> {

    ShorthandType {
        if (!block.keys().contains(key)) {
            throw new IllegalArgumentException("There is no key " + key.name() + " in the block");
        }
    }

    @Override
    public Optional<BlockValues> read(
            DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return documentNode instanceof DocumentNode.Value value
                ? block.read(expand(value), mistakeCollector)
                : block.read(documentNode, mistakeCollector);
    }

    private DocumentNode expand(DocumentNode.Value value) {
        return new DocumentNode.Block(
                value.location(),
                List.of(new DocumentNode.Entry(value.location(), key.name(), value)));
    }

    @Override
    public String description() {
        return key.type().description() + " or " + block.description();
    }

    @Override
    public ObjectNode schema() {
        return Schemas.anyOf(key.type().schema(), block.schema());
    }
}
