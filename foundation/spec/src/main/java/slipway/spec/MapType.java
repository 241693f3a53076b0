package slipway.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.UntrustedText;
import tools.jackson.databind.node.ObjectNode;

record MapType<T>(ValueType<T> value, Names names) implements ValueType<Map<String, T>> {

    static final Names ANY_NAMES = new Names("a name", "", Integer.MAX_VALUE);

    @Override
    public Optional<Map<String, T>> read(
            DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return switch (documentNode) {
            case DocumentNode.Nothing _ -> Optional.of(Map.of());
            case DocumentNode.Block block when block.entries().size() > names.maxEntries() -> {
                mistakeCollector.add(
                        documentNode.location(),
                        "%,d are named; at most %,d may be."
                                .formatted(block.entries().size(), names.maxEntries()));
                yield Optional.empty();
            }
            case DocumentNode.Block block -> Optional.of(readEntries(block, mistakeCollector));
            case DocumentNode.Value _, DocumentNode.Items _ -> {
                mistakeCollector.add(
                        documentNode.location(),
                        documentNode.display() + " is not " + description() + ".");
                yield Optional.empty();
            }
        };
    }

    private Map<String, T> readEntries(
            DocumentNode.Block block, MistakeCollector mistakeCollector) {
        Map<String, T> read = new LinkedHashMap<>();
        for (DocumentNode.Entry entry : block.entries()) {
            if (!isValidName(entry.key())) {
                mistakeCollector
                        .atKey(entry.key())
                        .add(
                                entry.location(),
                                UntrustedText.quoted(entry.key())
                                        + " is not "
                                        + names.description()
                                        + ".");
            }
            value.read(entry.value(), mistakeCollector.atKey(entry.key()))
                    .ifPresent(one -> read.put(entry.key(), one));
        }
        return Collections.unmodifiableMap(read);
    }

    private boolean isValidName(String name) {
        return names.pattern().isEmpty() || name.matches(names.pattern());
    }

    @Override
    public String description() {
        return "a block of names, each with " + value.description();
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Schemas.orNull("object").set("additionalProperties", value.schema());
        if (!names.pattern().isEmpty()) {
            schema.putObject("propertyNames").put("pattern", "^(" + names.pattern() + ")$");
            schema.put("maxProperties", names.maxEntries());
        }
        return schema;
    }
}
