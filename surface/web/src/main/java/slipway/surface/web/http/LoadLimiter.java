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
import slipway.journal.FatalFailures;

/**
 * Limits the number and duration of requests. A request above the limit is refused immediately; one that takes too long
 * is interrupted; a connection without a complete request for some time is closed, so that a client that sends its
 * headers byte by byte blocks nothing. A request whose body is still arriving does not count towards the limit; if too
 * many bodies are in progress, the oldest one is aborted.
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
                    work -> Thread.ofPlatform().daemon().name("http-watchdog").unstarted(work));
    private volatile boolean stopping;

    /** The activity of a connection: its number of requests, since when it is idle, and whether it had a request. */
    private static final class ConnectionActivity {
        private int requests;
        private long idleSince;
        private boolean served;

        ConnectionActivity(long now) {
            this.idleSince = now;
        }

        synchronized void requestStarted() {
            requests++;
        }

        synchronized void requestEnded(long now) {
            requests--;
            idleSince = now;
            served = true;
        }

        /**
         * @param first how long it may take until the first request; a client that keeps its connection has had one
         */
        synchronized boolean isExpired(Duration idle, Duration first, long now) {
            return requests == 0 && now - idleSince > (served ? idle : first).toNanos();
        }
    }

    /**
     * The limits.
     *
     * @param bodies the maximum number of request bodies in progress
     * @param crowdedAbove with more connections than this, those without a first request are closed sooner
     */
    record Limits(int requests, int streams, int bodies, int crowdedAbove, Times times) {

        static final Limits DEFAULT = new Limits(1_024, 10_000, 1_024, 5_000, Times.DEFAULT);
    }

    /**
     * The timeouts.
     *
     * @param idle between two requests of a connection: longer than proxies keep one (60 to 75 s), because otherwise a
     *     proxy sends a request on a connection that is just closed, and answers 502
     * @param first until the first request is complete, and the same with many connections
     */
    record Times(
            Duration request,
            Duration body,
            Duration idle,
            Duration first,
            Duration firstWhenCrowded) {

        static final Times DEFAULT =
                new Times(
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(85),
                        Duration.ofSeconds(45),
                        Duration.ofSeconds(5));
    }

    LoadLimiter(Limits limits) {
        this.limits = limits;
    }

    void start() {
        var _ =
                watchdog.scheduleWithFixedDelay(
                        FatalFailures.MACHINE.repeated("request timeouts", this::enforceTimeouts),
                        1,
                        1,
                        TimeUnit.SECONDS);
    }

    /** False if there are too many requests. After true the caller must call {@link #release}. */
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
     * Waits for a request body. Meanwhile the request does not count towards the limit.
     *
     * @throws TimeoutException if it does not arrive in time, or was aborted in favor of newer ones
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
        } catch (CancellationException aborted) {
            throw new TimeoutException("aborted in favor of newer bodies");
        } finally {
            bodies.remove(ticket);
            bodiesInProgress.decrementAndGet();
            requests.incrementAndGet(); // even above the limit: the body is complete
        }
    }

    private void abortOldestBody() {
        Map.Entry<Long, CompletableFuture<?>> oldest = bodies.pollFirstEntry();
        if (oldest != null) {
            oldest.getValue().cancel(false);
        }
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

    /** Converts a request to a stream, which has no timeout and a separate limit. */
    boolean tryConvertToStream() {
        // Added before the check, so that endStreams interrupts it or the check refuses it.
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

    /** The number of request bodies in progress. */
    int bodies() {
        return bodiesInProgress.get();
    }

    int connections() {
        return connections.size();
    }

    /** Interrupts the streams, which wait for the next event, to stop the server. */
    void endStreams() {
        stopping = true;
        streamThreads.forEach(Thread::interrupt);
    }

    private void enforceTimeouts() {
        enforceTimeouts(System.nanoTime());
    }

    void enforceTimeouts(long now) {
        long timeout = limits.times().request().toNanos();
        activeRequests.forEach(
                (thread, since) -> {
                    if (now - since > timeout) {
                        thread.interrupt();
                    }
                });
        Times times = limits.times();
        boolean crowded = connections.size() > limits.crowdedAbove();
        Duration first = crowded ? times.firstWhenCrowded() : times.first();
        connections.forEach(
                (connection, activity) -> {
                    if (activity.isExpired(times.idle(), first, now)) {
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

    /** With TLS there are two layered connections, and only the upper one has requests. They count as one. */
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
