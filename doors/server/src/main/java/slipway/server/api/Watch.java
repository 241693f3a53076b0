package slipway.server.api;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/**
 * How much may go on at once and for how long. A request beyond the number is turned away at once; one that takes too
 * long is interrupted; and a connection on which no request has come for a while is closed, whatever trickles in: a
 * client that sends its headers a byte at a time holds nothing up.
 */
final class Watch implements Connection.Listener, AutoCloseable {

    private final Limits limits;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final Map<Thread, Long> working = new ConcurrentHashMap<>();
    private final Map<EndPoint, Busy> connections = new ConcurrentHashMap<>();
    private final Set<Thread> streaming = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService tick =
            Executors.newSingleThreadScheduledExecutor(
                    work -> Thread.ofPlatform().daemon().name("door-watch").unstarted(work));
    private volatile boolean ending;

    /** What one connection is doing: how many requests, and since when none. */
    private static final class Busy {
        private int requests;
        private long idleSince;

        Busy(long now) {
            this.idleSince = now;
        }

        synchronized void begins() {
            requests++;
        }

        synchronized void ends(long now) {
            requests--;
            idleSince = now;
        }

        synchronized boolean idleFor(long nanos, long now) {
            return requests == 0 && now - idleSince > nanos;
        }
    }

    /** The numbers. */
    record Limits(int requests, int streams, Duration longestRequest, Duration longestSilence) {

        static final Limits USUAL =
                new Limits(1_024, 10_000, Duration.ofSeconds(60), Duration.ofSeconds(45));
    }

    Watch(Limits limits) {
        this.limits = limits;
    }

    void start() {
        var _ = tick.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
    }

    /** False when there are too many. Whoever is let in leaves again. */
    boolean enter(EndPoint connection) {
        if (requests.incrementAndGet() > limits.requests()) {
            requests.decrementAndGet();
            return false;
        }
        working.put(Thread.currentThread(), System.nanoTime());
        Busy busy = connections.get(connection);
        if (busy != null) {
            busy.begins();
        }
        return true;
    }

    void leave(EndPoint connection) {
        if (working.remove(Thread.currentThread()) != null) {
            requests.decrementAndGet();
        } else if (streaming.remove(Thread.currentThread())) {
            streams.decrementAndGet();
        }
        Busy busy = connections.get(connection);
        if (busy != null) {
            busy.ends(System.nanoTime());
        }
    }

    /** From here on it is a stream, which may go on for ever and is counted by itself. */
    boolean becomesStream() {
        if (ending || streams.incrementAndGet() > limits.streams()) {
            streams.decrementAndGet();
            return false;
        }
        streaming.add(Thread.currentThread());
        if (working.remove(Thread.currentThread()) != null) {
            requests.decrementAndGet();
        }
        return true;
    }

    int requests() {
        return requests.get();
    }

    int streams() {
        return streams.get();
    }

    int connections() {
        return connections.size();
    }

    /** Streams wait for the next event; at the stop they are woken to end. */
    void endStreams() {
        ending = true;
        streaming.forEach(Thread::interrupt);
    }

    boolean ending() {
        return ending;
    }

    private void look() {
        look(System.nanoTime());
    }

    void look(long now) {
        long longest = limits.longestRequest().toNanos();
        working.forEach(
                (thread, since) -> {
                    if (now - since > longest) {
                        thread.interrupt();
                    }
                });
        long silence = limits.longestSilence().toNanos();
        connections.forEach(
                (connection, busy) -> {
                    if (busy.idleFor(silence, now)) {
                        connections.remove(connection);
                        connection.close();
                    }
                });
    }

    @Override
    public void onOpened(Connection connection) {
        connections.putIfAbsent(connection.getEndPoint(), new Busy(System.nanoTime()));
    }

    @Override
    public void onClosed(Connection connection) {
        if (!connection.getEndPoint().isOpen()) {
            connections.remove(connection.getEndPoint());
        }
    }

    @Override
    public void close() {
        tick.shutdownNow();
    }
}
