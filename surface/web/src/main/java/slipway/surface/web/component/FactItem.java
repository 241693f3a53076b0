package slipway.surface.web.component;

import java.util.Optional;

/**
 * A line of a list of facts: what, and how it is.
 *
 * @param path where it leads
 */
public record FactItem(String name, String text, Optional<String> path) {

    public static FactItem of(String name, String text) {
        return new FactItem(name, text, Optional.empty());
    }

    public FactItem at(String there) {
        return new FactItem(name, text, Optional.of(there));
    }
}
