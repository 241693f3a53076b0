package slipway.surface.audit.server;

import slipway.journal.Event;

/** What entries may be about. */
public enum AuditTopic {
    EVERYTHING("About everything", ".*"),
    ACCESS("Access", "(team|user|role|token|signed|access)-.*"),
    SECRETS("Secrets", "secret-.*"),
    NOTES("Notes", "note-.*"),
    SERVER("The server itself", "(server|clock|history|backup)-.*");

    private final String title;
    private final String kinds;

    AuditTopic(String title, String kinds) {
        this.title = title;
        this.kinds = kinds;
    }

    public String title() {
        return title;
    }

    boolean wants(Event event) {
        return event.kind().matches(kinds);
    }
}
