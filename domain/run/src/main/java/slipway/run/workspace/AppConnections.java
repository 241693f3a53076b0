package slipway.run.workspace;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.ExecRequest;

/**
 * The way to the apps of workspaces: on the server's own machine by their sockets, elsewhere by a relay beside each
 * that somebody goes to. A relay stays for as long as it is used, and a little longer.
 */
public final class AppConnections implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AppConnections.class);

    /** Who asks for a page waits no longer for a relay; it is there when they ask again. */
    private static final long RELAY_TIMEOUT_MILLIS = 5_000;

    /** Without a connection. A page that is open asks for something more often. */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(5);

    /** Between two beginnings of a relay to one workspace. */
    private static final Duration RETRY_PAUSE = Duration.ofSeconds(5);

    private final Engine engine;
    private final WorkspaceSockets sockets = new WorkspaceSockets();
    private final Map<AttemptId, RelayEntry> relays = new ConcurrentHashMap<>();
    private final AtomicLong relayIds = new AtomicLong();

    /** A relay, and when it was last wanted. */
    private static final class RelayEntry {

        private final Relay relay;
        private final Instant startedAt;
        private volatile Instant lastUsed;

        RelayEntry(Relay relay, Instant now) {
            this.relay = relay;
            this.startedAt = now;
            this.lastUsed = now;
        }

        /** What did not work a moment ago does not work now, so it is not tried with each request. */
        boolean isExpired(Instant now) {
            return relay.hasEnded() && startedAt.plus(RETRY_PAUSE).isBefore(now);
        }
    }

    public AppConnections(Engine engine) {
        this.engine = engine;
    }

    /**
     * A connection to the app of this attempt; nothing when it does not listen, or is not there yet.
     *
     * @param directory of the attempt
     * @throws IOException if it listens, and takes nobody
     * @throws Problem if it runs where nothing leads to it
     */
    public Optional<ByteChannel> connect(AttemptId attempt, Path directory, Instant now)
            throws IOException {
        if (engine.isLocal()) {
            return sockets.connect(directory).map(channel -> channel);
        }
        Optional<RelayEntry> entry = relayTo(attempt, directory, now);
        return entry.isPresent() && awaitReady(entry.get())
                ? entry.get().relay.connect()
                : Optional.empty();
    }

    private Optional<RelayEntry> relayTo(AttemptId attempt, Path directory, Instant now) {
        try {
            RelayEntry entry =
                    relays.compute(
                            attempt,
                            (_, existing) ->
                                    existing == null || existing.isExpired(now)
                                            ? new RelayEntry(startRelay(attempt, directory), now)
                                            : existing);
            entry.lastUsed = now;
            return Optional.of(entry);
        } catch (Problem notThere) {
            LOG.debug("Nothing leads to {} now", attempt, notThere);
            return Optional.empty();
        }
    }

    private Relay startRelay(AttemptId attempt, Path directory) {
        String id = "relay%d%s".formatted(relayIds.incrementAndGet(), attempt);
        String socket = WorkspaceSockets.of(directory).toString();
        var execRequest =
                new ExecRequest(id.replaceAll("[^A-Za-z0-9]", ""), 0, Relay.command(socket));
        return Relay.over(engine.exec(attempt, execRequest));
    }

    private boolean awaitReady(RelayEntry entry) throws InterruptedIOException {
        try {
            boolean ready = entry.relay.awaitReady(RELAY_TIMEOUT_MILLIS);
            if (!ready && entry.relay.hasEnded()) {
                throw entry.relay.failed();
            }
            return ready && !entry.relay.hasEnded();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Nobody waits for it any more");
        }
    }

    /** Ends what nobody needs, and what is dead. */
    public void maintain(Instant now) {
        relays.values().removeIf(entry -> entry.isExpired(now));
        for (RelayEntry entry : relays.values()) {
            if (entry.relay.connections() > 0) {
                entry.lastUsed = now;
            }
            if (entry.lastUsed.plus(IDLE_TIMEOUT).isBefore(now)) {
                Thread.ofVirtual().name("relay-close").start(entry.relay::close);
            } else if (!entry.relay.hasEnded()) {
                entry.relay.checkAlive();
            }
        }
    }

    @Override
    public void close() {
        relays.values().forEach(entry -> entry.relay.close());
        relays.clear();
    }
}
