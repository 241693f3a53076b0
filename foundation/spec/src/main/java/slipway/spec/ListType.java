package slipway.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param most so many may be listed
 */
record ListType<T>(ValueType<T> item, int most) implements ValueType<List<T>> {

    @Override
    public Optional<List<T>> read(DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return switch (documentNode) {
            case DocumentNode.Nothing _ -> Optional.of(List.of());
            case DocumentNode.Items items when items.items().size() > most -> {
                mistakeCollector.wrong(
                        documentNode.place(),
                        "%,d are listed; at most %,d may be."
                                .formatted(items.items().size(), most));
                yield Optional.empty();
            }
            case DocumentNode.Items items -> Optional.of(each(items, mistakeCollector));
            case DocumentNode.Value _, DocumentNode.Block _ -> {
                mistakeCollector.wrong(
                        documentNode.place(), documentNode.shown() + " is not " + says() + ".");
                yield Optional.empty();
            }
        };
    }

    private List<T> each(DocumentNode.Items items, MistakeCollector mistakeCollector) {
        List<T> read = new ArrayList<>();
        for (int at = 0; at < items.items().size(); at++) {
            item.read(items.items().get(at), mistakeCollector.item(at + 1)).ifPresent(read::add);
        }
        return List.copyOf(read);
    }

    @Override
    public String says() {
        return "a list, each " + item.says();
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Schemas.orNothing("array").set("items", item.schema());
        return most < Integer.MAX_VALUE ? schema.put("maxItems", most) : schema;
    }
}
