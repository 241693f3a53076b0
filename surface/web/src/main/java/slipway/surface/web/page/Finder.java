package slipway.surface.web.page;

import java.util.Locale;
import java.util.stream.Stream;
import slipway.identity.Principal;

/** A slice's part of the global search. It finds only what the principal may see. */
@FunctionalInterface
public interface Finder {

    /**
     * The hits, best first.
     *
     * @param words the search text in lower case; empty before any input: then the suggestions
     */
    Stream<Search.Hit> find(Principal principal, String words);

    /** Whether a text contains the search text. */
    static boolean matches(String text, String words) {
        return text.toLowerCase(Locale.ROOT).contains(words);
    }
}
