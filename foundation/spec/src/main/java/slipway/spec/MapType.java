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
            case DocumentNode.Block block when block.entries().size() > names.most() -> {
                mistakeCollector.wrong(
                        documentNode.place(),
                        "%,d are named; at most %,d may be."
                                .formatted(block.entries().size(), names.most()));
                yield Optional.empty();
            }
            case DocumentNode.Block block -> Optional.of(each(block, mistakeCollector));
            case DocumentNode.Value _, DocumentNode.Items _ -> {
                mistakeCollector.wrong(
                        documentNode.place(), documentNode.shown() + " is not " + says() + ".");
                yield Optional.empty();
            }
        };
    }

    private Map<String, T> each(DocumentNode.Block block, MistakeCollector mistakeCollector) {
        Map<String, T> read = new LinkedHashMap<>();
        for (DocumentNode.Entry entry : block.entries()) {
            if (!fits(entry.key())) {
                mistakeCollector
                        .inside(entry.key())
                        .wrong(
                                entry.place(),
                                UntrustedText.quoted(entry.key())
                                        + " is not "
                                        + names.says()
                                        + ".");
            }
            value.read(entry.value(), mistakeCollector.inside(entry.key()))
                    .ifPresent(one -> read.put(entry.key(), one));
        }
        return Collections.unmodifiableMap(read);
    }

    private boolean fits(String name) {
        return names.pattern().isEmpty() || name.matches(names.pattern());
    }

    @Override
    public String says() {
        return "a block of names, each with " + value.says();
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Schemas.orNothing("object").set("additionalProperties", value.schema());
        if (!names.pattern().isEmpty()) {
            schema.putObject("propertyNames").put("pattern", "^(" + names.pattern() + ")$");
            schema.put("maxProperties", names.most());
        }
        return schema;
    }
}
