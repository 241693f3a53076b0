package slipway.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param maxItems maximum number of items
 */
record ListType<T>(ValueType<T> item, int maxItems) implements ValueType<List<T>> {

    @Override
    public Optional<List<T>> read(DocumentNode documentNode, MistakeCollector mistakeCollector) {
        return switch (documentNode) {
            case DocumentNode.Nothing _ -> Optional.of(List.of());
            case DocumentNode.Items items when items.items().size() > maxItems -> {
                mistakeCollector.add(
                        documentNode.location(),
                        "%,d are listed; at most %,d may be."
                                .formatted(items.items().size(), maxItems));
                yield Optional.empty();
            }
            case DocumentNode.Items items -> Optional.of(readItems(items, mistakeCollector));
            case DocumentNode.Value _, DocumentNode.Block _ -> {
                mistakeCollector.add(
                        documentNode.location(),
                        documentNode.display() + " is not " + description() + ".");
                yield Optional.empty();
            }
        };
    }

    private List<T> readItems(DocumentNode.Items items, MistakeCollector mistakeCollector) {
        List<T> read = new ArrayList<>();
        for (int at = 0; at < items.items().size(); at++) {
            item.read(items.items().get(at), mistakeCollector.atItem(at + 1)).ifPresent(read::add);
        }
        return List.copyOf(read);
    }

    @Override
    public String description() {
        return "a list, each " + item.description();
    }

    @Override
    public ObjectNode schema() {
        ObjectNode schema = Schemas.orNull("array").set("items", item.schema());
        return maxItems < Integer.MAX_VALUE ? schema.put("maxItems", maxItems) : schema;
    }
}
