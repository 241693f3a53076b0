package slipway.surface.web.live;

import java.util.Optional;
import slipway.journal.Event;

/** Who follows a stream, and what they may see by their permissions of the moment. */
public interface StreamViewer {

    /** Reads the permissions again; false if the token, the session or the user has ended: then nothing is visible. */
    boolean refresh();

    /** Whether events of a team may be visible at all; empty for events of no team. */
    boolean maySeeTeam(Optional<String> team);

    boolean maySee(Event event);
}
