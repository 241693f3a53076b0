package slipway.surface.web.component;

import java.util.Optional;

/**
 * A fact: a name and a value.
 *
 * @param path the address that it links to
 */
public record FactItem(String name, String text, Optional<String> path) {

    public static FactItem of(String name, String text) {
        return new FactItem(name, text, Optional.empty());
    }

    public FactItem at(String target) {
        return new FactItem(name, text, Optional.of(target));
    }
}
