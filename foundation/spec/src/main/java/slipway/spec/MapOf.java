package slipway.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

record MapOf<T>(Type<T> value) implements Type<Map<String, T>> {

    @Override
    public Optional<Map<String, T>> read(Written written, Report report) {
        return switch (written) {
            case Written.Nothing _ -> Optional.of(Map.of());
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
            value.read(entry.value(), report.inside(entry.key()))
                    .ifPresent(one -> read.put(entry.key(), one));
        }
        return Collections.unmodifiableMap(read);
    }

    @Override
    public String says() {
        return "a block of names, each with " + value.says();
    }

    @Override
    public ObjectNode schema() {
        return Schemas.orNothing("object").set("additionalProperties", value.schema());
    }
}
