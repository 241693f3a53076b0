package slipway.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that was written and is kept without being understood here. As in {@link Written}, a value stays text:
 * what it means is for the one who will read it.
 */
public sealed interface Told {

    record Text(String text) implements Told {}

    record Nothing() implements Told {}

    record Items(List<Told> items) implements Told {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** In the order written. */
    record Block(Map<String, Told> entries) implements Told {
        public static final Block EMPTY = new Block(Map.of());

        public Block {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }
}
