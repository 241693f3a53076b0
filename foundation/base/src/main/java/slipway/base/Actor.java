package slipway.base;

/**
 * The authorized originator of a change. Every event carries it, so that the audit log is a view of the journal.
 *
 * @param name a user, a service account, or a part of Slipway itself ({@code system/journal})
 * @param via the entry point of the request: {@code api}, {@code web}, {@code cli}, {@code system}
 * @param request the id of the request, to find it in the logs
 */
public record Actor(String name, String via, String request) {

    public Actor {
        if (name.isBlank() || via.isBlank()) {
            throw new IllegalArgumentException("An actor needs a name and an entry point");
        }
    }

    /** A component of Slipway that acts without a user's request. */
    public static Actor system(String part) {
        return new Actor("system/" + part, "system", "");
    }
}
