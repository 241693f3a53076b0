package slipway.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slipway.base.Shown;
import tools.jackson.databind.node.ObjectNode;

record MapOf<T>(Type<T> value, Names names) implements Type<Map<String, T>> {

    static final Names ANY_NAMES = new Names("a name", "", Integer.MAX_VALUE);

    @Override
    public Optional<Map<String, T>> read(Written written, Report report) {
        return switch (written) {
            case Written.Nothing _ -> Optional.of(Map.of());
            case Written.Block block when block.entries().size() > names.most() -> {
                report.wrong(
                        written.place(),
                        "%,d are named; at most %,d may be."
                                .formatted(block.entries().size(), names.most()));
                yield Optional.empty();
            }
            case Written.Block block -> Optional.of(each(block, report));
            case Written.Value _, Written.Items _ -> {
                report.wrong(written.place(), written.shown() + " is not " + says() + ".");
                yield Optional.empty();
            }
        };
    }

    private Map<String, T> each(Written.Block block, Report report) {
        Map<String, T> read = new LinkedHashMap<>();
        for (Written.Entry entry : block.entries()) {
            if (!fits(entry.key())) {
                report.inside(entry.key())
                        .wrong(
                                entry.place(),
                                Shown.quoted(entry.key()) + " is not " + names.says() + ".");
            }
            value.read(entry.value(), report.inside(entry.key()))
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
