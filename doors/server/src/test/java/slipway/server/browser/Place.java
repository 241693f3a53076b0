package slipway.server.browser;

import java.util.List;

/**
 * Every page there is.
 *
 * @param name what its pictures are named after: as the mocks are
 * @param path with its open parts filled in
 */
record Place(String name, String path) {

    /** For whoever is not signed in. */
    static final List<Place> OPEN =
            List.of(new Place("login", "/login"), new Place("status", "/status"));

    /** For an admin. */
    static final List<Place> SIGNED_IN =
            List.of(
                    new Place("home", "/"),
                    new Place("people", "/admin/people"),
                    new Place("tokens", "/admin/people/tokens"),
                    new Place("secrets", "/admin/people/secrets"),
                    new Place("audit", "/admin/audit/9"),
                    new Place("audit-log", "/admin/audit"),
                    new Place("events", "/admin/events"),
                    new Place("event", "/admin/events/9"),
                    new Place("settings", "/admin/settings"),
                    new Place("about", "/about"),
                    new Place("components", "/about/components"));
}
