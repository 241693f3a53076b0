package slipway.surface.audit.server;

import slipway.journal.Event;

/** Filters entries by topic. */
public enum AuditTopic {
    EVERYTHING("About everything", ".*"),
    ACCESS("Access", "(team|user|role|token|session|access)\\..*"),
    SECRETS("Secrets", "secret\\..*"),
    NOTES("Notes", "note\\..*"),
    SERVER("The server itself", "(server|server_key|clock|history|backup)\\..*");

    private final String title;
    private final String kinds;

    AuditTopic(String title, String kinds) {
        this.title = title;
        this.kinds = kinds;
    }

    public String title() {
        return title;
    }

    boolean matches(Event event) {
        return event.kind().matches(kinds);
    }
}
