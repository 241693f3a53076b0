package slipway.surface.web.page;

import java.util.Locale;
import java.util.stream.Stream;
import slipway.identity.Principal;

/** A room's part in the search over everything. It finds only what the visitor may see. */
@FunctionalInterface
public interface Finder {

    /**
     * What was found, best first.
     *
     * @param words what was typed, in lower case; empty at first: then what is worth offering
     */
    Stream<Search.Hit> find(Principal principal, String words);

    /** Whether a text is one that was looked for. */
    static boolean matches(String text, String words) {
        return text.toLowerCase(Locale.ROOT).contains(words);
    }
}
