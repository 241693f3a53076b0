package slipway.surface.web.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/**
 * How much may go on at once and for how long. A request beyond the number is turned away at once; one that takes too
 * long is interrupted; and a connection on which no request has come for a while is closed, whatever trickles in: a
 * client that sends its headers a byte at a time holds nothing up. Nor does one that sends its body so: a request whose
 * body is still under way takes nobody's place, and when many are, the one that has dawdled longest is given up.
 */
final class LoadLimiter implements Connection.Listener, AutoCloseable {

    private final Limits limits;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final Map<Thread, Long> activeRequests = new ConcurrentHashMap<>();
    private final Map<EndPoint, ConnectionActivity> connections = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<Long, CompletableFuture<?>> bodies =
            new ConcurrentSkipListMap<>();
    private final AtomicLong tickets = new AtomicLong();
    private final AtomicInteger bodiesInProgress = new AtomicInteger();
    private final Set<Thread> streamThreads = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService watchdog =
            Executors.newSingleThreadScheduledExecutor(
                    work -> Thread.ofPlatform().daemon().name("door-watch").unstarted(work));
    private volatile boolean stopping;

    /** What one connection is doing: how many requests, and since when none. */
    private static final class ConnectionActivity {
        private int requests;
        private long idleSince;

        ConnectionActivity(long now) {
            this.idleSince = now;
        }

        synchronized void requestStarted() {
            requests++;
        }

        synchronized void requestEnded(long now) {
            requests--;
            idleSince = now;
        }

        synchronized boolean idleFor(long nanos, long now) {
            return requests == 0 && now - idleSince > nanos;
        }
    }

    /**
     * The numbers.
     *
     * @param bodies how many bodies may be under way at once
     * @param crowdedAbove with more connections than these, silent ones are closed after the crowd's silence
     */
    record Limits(int requests, int streams, int bodies, int crowdedAbove, Times times) {

        static final Limits DEFAULT = new Limits(1_024, 10_000, 1_024, 5_000, Times.DEFAULT);
    }

    /** How long things may take. */
    record Times(Duration request, Duration body, Duration idle, Duration idleWhenCrowded) {

        static final Times DEFAULT =
                new Times(
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(45),
                        Duration.ofSeconds(5));
    }

    LoadLimiter(Limits limits) {
        this.limits = limits;
    }

    void start() {
        var _ = watchdog.scheduleWithFixedDelay(this::enforceTimeouts, 1, 1, TimeUnit.SECONDS);
    }

    /** False when there are too many. Whoever is let in leaves again. */
    boolean tryAcquire(EndPoint connection) {
        if (requests.incrementAndGet() > limits.requests()) {
            requests.decrementAndGet();
            return false;
        }
        activeRequests.put(Thread.currentThread(), System.nanoTime());
        ConnectionActivity activity = connections.get(transport(connection));
        if (activity != null) {
            activity.requestStarted();
        }
        return true;
    }

    /**
     * Waits until a body is there. Meanwhile the request holds no place.
     *
     * @throws TimeoutException when it does not come in time, or others came that should not wait for it
     */
    @CanIgnoreReturnValue
    <T> T await(CompletableFuture<T> body)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (body.isDone()) {
            return body.get();
        }
        long ticket = tickets.incrementAndGet();
        requests.decrementAndGet();
        bodies.put(ticket, body);
        if (bodiesInProgress.incrementAndGet() > limits.bodies()) {
            abortOldestBody();
        }
        try {
            return body.get(limits.times().body().toNanos(), TimeUnit.NANOSECONDS);
        } catch (CancellationException givenUp) {
            throw new TimeoutException("given up for others");
        } finally {
            bodies.remove(ticket);
            bodiesInProgress.decrementAndGet();
            takePlaceAgain();
        }
    }

    private void abortOldestBody() {
        Map.Entry<Long, CompletableFuture<?>> oldest = bodies.pollFirstEntry();
        if (oldest != null) {
            oldest.getValue().cancel(false);
        }
    }

    /** Whoever has sent everything is let in, even if others took all the places meanwhile. */
    private void takePlaceAgain() {
        requests.incrementAndGet();
    }

    void release(EndPoint connection) {
        if (activeRequests.remove(Thread.currentThread()) != null) {
            requests.decrementAndGet();
        } else if (streamThreads.remove(Thread.currentThread())) {
            streams.decrementAndGet();
        }
        ConnectionActivity activity = connections.get(transport(connection));
        if (activity != null) {
            activity.requestEnded(System.nanoTime());
        }
    }

    /** From here on it is a stream, which may go on for ever and is counted by itself. */
    boolean tryConvertToStream() {
        // First in the list, then the look: who comes while the streams are ended is in the list or
        // refused.
        streamThreads.add(Thread.currentThread());
        if (streams.incrementAndGet() > limits.streams() || stopping) {
            streamThreads.remove(Thread.currentThread());
            streams.decrementAndGet();
            return false;
        }
        if (activeRequests.remove(Thread.currentThread()) != null) {
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

    /** Bodies that have not come in whole. */
    int bodies() {
        return bodiesInProgress.get();
    }

    int connections() {
        return connections.size();
    }

    /** Streams wait for the next event; at the stop they are woken to end. */
    void endStreams() {
        stopping = true;
        streamThreads.forEach(Thread::interrupt);
    }

    boolean stopping() {
        return stopping;
    }

    private void enforceTimeouts() {
        enforceTimeouts(System.nanoTime());
    }

    void enforceTimeouts(long now) {
        long longest = limits.times().request().toNanos();
        activeRequests.forEach(
                (thread, since) -> {
                    if (now - since > longest) {
                        thread.interrupt();
                    }
                });
        Times times = limits.times();
        boolean crowded = connections.size() > limits.crowdedAbove();
        long silence = (crowded ? times.idleWhenCrowded() : times.idle()).toNanos();
        connections.forEach(
                (connection, activity) -> {
                    if (activity.idleFor(silence, now)) {
                        connections.remove(connection);
                        connection.close();
                    }
                });
    }

    @Override
    public void onOpened(Connection connection) {
        connections.putIfAbsent(
                transport(connection.getEndPoint()), new ConnectionActivity(System.nanoTime()));
    }

    @Override
    public void onClosed(Connection connection) {
        EndPoint at = transport(connection.getEndPoint());
        if (!at.isOpen()) {
            connections.remove(at);
        }
    }

    /** With TLS two connections lie one on the other, and only the upper one knows of requests. They count as one. */
    private static EndPoint transport(EndPoint connection) {
        EndPoint at = connection;
        while (at instanceof EndPoint.Wrapper wrapper) {
            at = wrapper.unwrap();
        }
        return at;
    }

    @Override
    public void close() {
        watchdog.shutdownNow();
    }
}
