package slipway.surface.api.client;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import slipway.base.InterruptibleTask;
import slipway.base.Problem;
import slipway.base.Retry;
import slipway.surface.api.json.JsonCodec;

/**
 * A feed of items as they arrive. {@link #hasNext} waits for the next one and is false only after {@link #close}, which
 * any thread may call, or when the server ends the stream. One thread reads.
 *
 * <p>When the stream is interrupted, the feed reconnects and resumes after the last item received, so that no item is
 * skipped or repeated. It gives up when the server refuses it, or cannot be reached {@value #ATTEMPTS} times in a row.
 */
public final class EventFeed<T> implements Iterator<T>, AutoCloseable {

    private static final int FIRST_ATTEMPTS = 4;
    private static final int ATTEMPTS = 10;

    /** Events about the stream itself: its first and its last one. */
    private static final Set<String> FRAMING = Set.of("ready", "end");

    private static final Duration DEFAULT_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

    private final StreamOpener opener;
    private final JsonCodec<T> item;
    private final ClientTimeouts timeouts;
    private final Queue<T> ready = new ArrayDeque<>();
    private SseParser events = new SseParser("");
    private String start = "";
    private Duration pause = DEFAULT_PAUSE;
    private volatile Optional<ApiResponse> open = Optional.empty();
    private volatile boolean closed;
    private Optional<Thread> waitingThread = Optional.empty();

    private EventFeed(StreamOpener opener, JsonCodec<T> item, ClientTimeouts timeouts) {
        this.opener = opener;
        this.item = item;
        this.timeouts = timeouts;
    }

    /** Connects immediately, so that a refusal is reported to the caller. */
    static <T> EventFeed<T> open(StreamOpener opener, JsonCodec<T> item, ClientTimeouts timeouts) {
        EventFeed<T> feed = new EventFeed<>(opener, item, timeouts);
        feed.withRetry(FIRST_ATTEMPTS, feed::connect);
        return feed;
    }

    @Override
    public boolean hasNext() {
        while (ready.isEmpty() && !closed) {
            try {
                withRetry(ATTEMPTS, this::advance);
            } catch (Problem problem) {
                if (!closed) {
                    throw problem;
                }
            }
        }
        return !ready.isEmpty();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The stream is closed");
        }
        return ready.remove();
    }

    /**
     * The id after which the stream began: it contains everything after it, so what is before can be listed. Waits for
     * it; empty if the server does not say it.
     */
    public Optional<String> start() {
        while (start.isEmpty() && ready.isEmpty() && !closed) {
            withRetry(ATTEMPTS, this::advance);
        }
        return Optional.of(start).filter(id -> !id.isEmpty());
    }

    private void withRetry(int times, InterruptibleTask<Boolean> step) {
        Retry.Limits limits = Retry.Limits.attempts(times).pauses(pause, MAX_PAUSE);
        new CallRetry(limits, () -> MAX_PAUSE, timeouts.sleepingBy(this::waitBeforeRetry))
                .run(true, step, opener.contexts());
    }

    /** Reads the next bytes; false at the end of the stream. */
    private boolean advance() throws InterruptedException {
        if (!closed && (open.isPresent() || connect())) {
            readNext(open.orElseThrow());
        }
        return !closed;
    }

    private boolean connect() throws InterruptedException {
        open = opener.open(events.lastId());
        events = new SseParser(events.lastId());
        if (open.isEmpty() || closed) {
            close();
        }
        return !closed;
    }

    /** Reads the next bytes; if none arrive, the stream is closed and may be opened again. */
    private void readNext(ApiResponse stream) throws InterruptedException {
        try {
            Optional<byte[]> part = stream.body().take(timeouts.streamSilence());
            if (part.isPresent()) {
                decode(stream, part.get());
            } else if (!closed) {
                throw new EOFException("The server ended the stream");
            }
        } catch (IOException | TimeoutException broken) {
            stream.close();
            open = Optional.empty();
            throw opener.connectionLost(broken);
        }
    }

    private void decode(ApiResponse stream, byte[] bytes) {
        try {
            for (SseParser.ParsedEvent sent : events.read(bytes)) {
                if (FRAMING.contains(sent.name())) {
                    start = start.isEmpty() ? sent.id() : start;
                    continue;
                }
                ready.add(item.readAnswer(sent.data().getBytes(StandardCharsets.UTF_8)));
            }
        } catch (Problem | SseParser.TooLong invalid) {
            throw ClientProblems.notUnderstood(stream.url(), "sent an event that cannot be decoded")
                    .causedBy(invalid);
        }
        events.pause().ifPresent(requested -> pause = shorter(requested, MAX_PAUSE));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Waits at least as long as the server requests. */
    private void waitBeforeRetry(Duration drawn) throws InterruptedException {
        synchronized (this) {
            if (closed) {
                return;
            }
            waitingThread = Optional.of(Thread.currentThread());
        }
        try {
            timeouts.sleeper().sleep(drawn.plus(pause));
        } catch (InterruptedException woken) {
            if (!closed) {
                throw woken;
            }
        } finally {
            endWait();
        }
    }

    private synchronized void endWait() {
        waitingThread = Optional.empty();
        if (closed) {
            Thread.interrupted(); // the interrupt was meant for the pause only
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        open.ifPresent(ApiResponse::close);
        waitingThread.ifPresent(Thread::interrupt);
    }
}
