package slipway.server.web.part;

import java.util.Optional;

/**
 * A line of a list of facts: what, and how it is.
 *
 * @param path where it leads
 */
public record Term(String name, String text, Optional<String> path) {

    public static Term of(String name, String text) {
        return new Term(name, text, Optional.empty());
    }

    public Term at(String there) {
        return new Term(name, text, Optional.of(there));
    }
}
