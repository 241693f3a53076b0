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
 * Connects to the apps of workspaces: by their sockets on the server's machine, through a relay on other nodes. A relay
 * runs as long as it is used, and five minutes longer.
 */
public final class AppConnections implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AppConnections.class);

    /** A request waits at most this long for a starting relay; a later request finds it ready. */
    private static final long RELAY_TIMEOUT_MILLIS = 5_000;

    /** Time without a connection after which a relay ends; an open page sends requests more often. */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(5);

    /** Time between two starts of a relay to the same workspace. */
    private static final Duration RETRY_PAUSE = Duration.ofSeconds(5);

    private final Engine engine;
    private final WorkspaceSockets sockets = new WorkspaceSockets();
    private final Map<AttemptId, RelayEntry> relays = new ConcurrentHashMap<>();
    private final AtomicLong relayIds = new AtomicLong();

    /** A relay and its last use. */
    private static final class RelayEntry {

        private final Relay relay;
        private final Instant startedAt;
        private volatile Instant lastUsed;

        RelayEntry(Relay relay, Instant now) {
            this.relay = relay;
            this.startedAt = now;
            this.lastUsed = now;
        }

        /** Whether an ended relay may be started again: not with every request, only after a pause. */
        boolean isExpired(Instant now) {
            return relay.hasEnded() && startedAt.plus(RETRY_PAUSE).isBefore(now);
        }
    }

    public AppConnections(Engine engine) {
        this.engine = engine;
    }

    /**
     * Opens a connection to the app of this attempt; empty if the app does not listen yet or any more.
     *
     * @param directory of the attempt
     * @throws IOException if the app listens but does not accept connections
     * @throws Problem if the node of the workspace cannot be reached
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
            LOG.debug("No relay to {} could be started", attempt, notThere);
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
            throw new InterruptedIOException("The wait for the relay was interrupted");
        }
    }

    /** Closes unused relays and checks the others. */
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
