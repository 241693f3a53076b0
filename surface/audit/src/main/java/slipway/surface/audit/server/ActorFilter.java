package slipway.surface.audit.server;

import slipway.journal.Event;

/** Who did what is looked for. */
public enum ActorFilter {
    PEOPLE("By people"),
    SLIPWAY("By Slipway"),
    ALL("All");

    private final String title;

    ActorFilter(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    boolean wants(Event event) {
        return switch (this) {
            case PEOPLE -> people(event);
            case SLIPWAY -> !people(event);
            case ALL -> true;
        };
    }

    /** Slipway tells who was refused, but somebody came to the door. */
    static boolean people(Event event) {
        return refused(event) || !event.what().actor().name().startsWith("system/");
    }

    static boolean refused(Event event) {
        return event.kind().equals("access.denied");
    }
}
