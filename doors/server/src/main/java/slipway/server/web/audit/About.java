package slipway.server.web.audit;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import slipway.journal.Event;

/** What entries may be about. */
public enum About {
    EVERYTHING("About everything", ".*"),
    ACCESS("Access", "(team|user|role|token|signed|access)-.*"),
    SECRETS("Secrets", "secret-.*"),
    NOTES("Notes", "note-.*"),
    SERVER("The server itself", "(server|clock|history|backup)-.*");

    private final String title;
    private final Predicate<String> kinds;

    About(String title, String kinds) {
        this.title = title;
        this.kinds = Pattern.compile(kinds).asMatchPredicate();
    }

    public String title() {
        return title;
    }

    boolean wants(Event event) {
        return kinds.test(event.kind());
    }
}
