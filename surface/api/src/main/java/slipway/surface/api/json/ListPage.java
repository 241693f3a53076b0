package slipway.surface.api.json;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param next where the next part begins; empty when this was the last
 */
public record ListPage<T>(List<T> items, Optional<String> next) {

    public ListPage {
        items = List.copyOf(items);
    }
}
