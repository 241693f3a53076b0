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
    private static final long PATIENCE = 5_000;

    /** Without a connection. A page that is open asks for something more often. */
    private static final Duration UNUSED = Duration.ofMinutes(5);

    /** Between two beginnings of a relay to one workspace. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Engine engine;
    private final WorkspaceSockets sockets = new WorkspaceSockets();
    private final Map<AttemptId, Way> ways = new ConcurrentHashMap<>();
    private final AtomicLong visits = new AtomicLong();

    /** A relay, and when it was last wanted. */
    private static final class Way {

        private final Relay relay;
        private final Instant begun;
        private volatile Instant wanted;

        Way(Relay relay, Instant now) {
            this.relay = relay;
            this.begun = now;
            this.wanted = now;
        }

        /** What did not work a moment ago does not work now, so it is not tried with each request. */
        boolean isSpent(Instant now) {
            return relay.isOver() && begun.plus(PAUSE).isBefore(now);
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
        Optional<Way> way = way(attempt, directory, now);
        return way.isPresent() && isThere(way.get()) ? way.get().relay.connect() : Optional.empty();
    }

    private Optional<Way> way(AttemptId attempt, Path directory, Instant now) {
        try {
            Way way =
                    ways.compute(
                            attempt,
                            (_, known) ->
                                    known == null || known.isSpent(now)
                                            ? new Way(begun(attempt, directory), now)
                                            : known);
            way.wanted = now;
            return Optional.of(way);
        } catch (Problem notThere) {
            LOG.debug("Nothing leads to {} now", attempt, notThere);
            return Optional.empty();
        }
    }

    private Relay begun(AttemptId attempt, Path directory) {
        String id = "relay%d%s".formatted(visits.incrementAndGet(), attempt);
        String socket = WorkspaceSockets.of(directory).toString();
        var execRequest =
                new ExecRequest(id.replaceAll("[^A-Za-z0-9]", ""), 0, Relay.command(socket));
        return Relay.over(engine.exec(attempt, execRequest));
    }

    private boolean isThere(Way way) throws InterruptedIOException {
        try {
            boolean there = way.relay.isThere(PATIENCE);
            if (!there && way.relay.isOver()) {
                throw way.relay.failed();
            }
            return there && !way.relay.isOver();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Nobody waits for it any more");
        }
    }

    /** Ends what nobody needs, and what is dead. */
    public void look(Instant now) {
        ways.values().removeIf(way -> way.isSpent(now));
        for (Way way : ways.values()) {
            if (way.relay.connections() > 0) {
                way.wanted = now;
            }
            if (way.wanted.plus(UNUSED).isBefore(now)) {
                Thread.ofVirtual().name("relay-close").start(way.relay::close);
            } else if (!way.relay.isOver()) {
                way.relay.look();
            }
        }
    }

    @Override
    public void close() {
        ways.values().forEach(way -> way.relay.close());
        ways.clear();
    }
}
