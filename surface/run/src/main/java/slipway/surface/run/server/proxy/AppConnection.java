package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to an app that is open for somebody. To end it, its channel is closed; who waits there is woken. */
final class AppConnection {

    private static final Logger LOG = LoggerFactory.getLogger(AppConnection.class);

    private final WorkspacePasses.Pass pass;
    private final ByteChannel app;
    private final InstantSource clock;
    private volatile Instant moved;
    private volatile boolean lasting;

    AppConnection(WorkspacePasses.Pass pass, ByteChannel app, InstantSource clock) {
        this.pass = pass;
        this.app = app;
        this.clock = clock;
        this.moved = clock.instant();
    }

    WorkspacePasses.Pass pass() {
        return pass;
    }

    ByteChannel app() {
        return app;
    }

    /** Something came from the app, or went there. */
    void moved() {
        moved = clock.instant();
    }

    /** From now on it may be silent for as long as it likes: it is a WebSocket. */
    void lasts() {
        lasting = true;
    }

    boolean isSilentSince(Instant then) {
        return !lasting && moved.isBefore(then);
    }

    void end() {
        try {
            app.close();
        } catch (IOException e) {
            LOG.debug("A connection to a workspace does not close", e);
        }
    }
}
