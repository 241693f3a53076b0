package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open connection to an app on behalf of a user. Closing it wakes the threads that read or write. */
final class AppConnection {

    private static final Logger LOG = LoggerFactory.getLogger(AppConnection.class);

    private final WorkspacePasses.Pass pass;
    private final ByteChannel app;
    private final InstantSource clock;
    private volatile Instant lastTraffic;
    private volatile boolean webSocket;

    AppConnection(WorkspacePasses.Pass pass, ByteChannel app, InstantSource clock) {
        this.pass = pass;
        this.app = app;
        this.clock = clock;
        this.lastTraffic = clock.instant();
    }

    WorkspacePasses.Pass pass() {
        return pass;
    }

    ByteChannel app() {
        return app;
    }

    void recordTraffic() {
        lastTraffic = clock.instant();
    }

    /** A WebSocket may be silent for any time. */
    void becomeWebSocket() {
        webSocket = true;
    }

    boolean isSilentSince(Instant limit) {
        return !webSocket && lastTraffic.isBefore(limit);
    }

    void close() {
        try {
            app.close();
        } catch (IOException e) {
            LOG.debug("A connection to a workspace does not close", e);
        }
    }
}
