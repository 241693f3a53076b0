package slipway.surface.api.json;

import java.util.List;
import java.util.Optional;

/**
 * A page of a list.
 *
 * @param next the cursor of the next page; empty on the last page
 */
public record ListPage<T>(List<T> items, Optional<String> next) {

    public ListPage {
        items = List.copyOf(items);
    }
}
