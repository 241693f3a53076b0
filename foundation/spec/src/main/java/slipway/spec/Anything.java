package slipway.spec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Takes whatever is written, for a part that another room will read. */
record Anything() implements Type<Told> {

    @Override
    public Optional<Told> read(Written written, Report report) {
        return Optional.of(told(written));
    }

    private static Told told(Written written) {
        return switch (written) {
            case Written.Nothing _ -> new Told.Nothing();
            case Written.Value value -> new Told.Text(value.text());
            case Written.Items items ->
                    new Told.Items(items.items().stream().map(Anything::told).toList());
            case Written.Block block -> {
                Map<String, Told> entries = new LinkedHashMap<>();
                block.entries()
                        .forEach(entry -> entries.putIfAbsent(entry.key(), told(entry.value())));
                yield new Told.Block(entries);
            }
        };
    }

    @Override
    public String says() {
        return "anything";
    }

    @Override
    public ObjectNode schema() {
        return JsonNodeFactory.instance.objectNode();
    }
}
