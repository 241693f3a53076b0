package slipway.base;

/**
 * Who does a thing: already authorised at the door. Events carry it, so the audit log is a reading of the journal.
 *
 * @param name a user, a service account, or a part of Slipway itself ({@code system/journal})
 * @param via the door it came through: {@code api}, {@code web}, {@code cli}, {@code system}
 * @param request the id of the request, to find it in the logs
 */
public record Actor(String name, String via, String request) {

    public Actor {
        if (name.isBlank() || via.isBlank()) {
            throw new IllegalArgumentException("An actor has a name and a door");
        }
    }

    /** A part of Slipway that acts by itself. */
    public static Actor system(String part) {
        return new Actor("system/" + part, "system", "");
    }
}
