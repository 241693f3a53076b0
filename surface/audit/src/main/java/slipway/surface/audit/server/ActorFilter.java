package slipway.surface.audit.server;

import slipway.journal.Event;

/** Filters entries by who caused them. */
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

    boolean matches(Event event) {
        return switch (this) {
            case PEOPLE -> isByPerson(event);
            case SLIPWAY -> !isByPerson(event);
            case ALL -> true;
        };
    }

    /** Slipway records a refusal, but a person or program outside caused it. */
    static boolean isByPerson(Event event) {
        return isRefusal(event) || !event.what().actor().name().startsWith("system/");
    }

    static boolean isRefusal(Event event) {
        return event.kind().equals("access.denied");
    }
}
