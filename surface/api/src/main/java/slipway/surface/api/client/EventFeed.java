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
import java.util.concurrent.TimeoutException;
import slipway.base.InterruptibleTask;
import slipway.base.Problem;
import slipway.base.Retry;
import slipway.surface.api.json.JsonCodec;

/**
 * Things as they happen. {@link #hasNext} waits for the next one and is false only after {@link #close}, which any
 * thread may call, or when the server says that nothing more will come. One thread reads.
 *
 * <p>When the stream breaks off it comes back by itself and goes on after the last thing it has seen, so nothing is
 * skipped and nothing comes twice. It gives up when the server refuses it, or cannot be reached {@value #ATTEMPTS}
 * times in a row.
 */
public final class EventFeed<T> implements Iterator<T>, AutoCloseable {

    private static final int FIRST_ATTEMPTS = 4;
    private static final int ATTEMPTS = 10;
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final StreamOpener streamOpener;
    private final JsonCodec<T> item;
    private final ClientTimeouts clientTimeouts;
    private final Queue<T> ready = new ArrayDeque<>();
    private SseParser events = new SseParser("");
    private Duration pause = USUAL_PAUSE;
    private volatile Optional<ApiResponse> open = Optional.empty();
    private volatile boolean closed;
    private Optional<Thread> waitingThread = Optional.empty();

    private EventFeed(StreamOpener streamOpener, JsonCodec<T> item, ClientTimeouts clientTimeouts) {
        this.streamOpener = streamOpener;
        this.item = item;
        this.clientTimeouts = clientTimeouts;
    }

    /** Connects, so that a refusal is heard at once. */
    static <T> EventFeed<T> open(
            StreamOpener streamOpener, JsonCodec<T> item, ClientTimeouts clientTimeouts) {
        EventFeed<T> eventFeed = new EventFeed<>(streamOpener, item, clientTimeouts);
        eventFeed.withRetry(FIRST_ATTEMPTS, eventFeed::connect);
        return eventFeed;
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

    private void withRetry(int times, InterruptibleTask<Boolean> step) {
        Retry.Limits limits = Retry.Limits.attempts(times).pauses(pause, LONGEST_PAUSE);
        new CallRetry(limits, () -> LONGEST_PAUSE, clientTimeouts.sleepingBy(this::waitBeforeRetry))
                .run(true, step, streamOpener.contexts());
    }

    /** One step onwards; false when there is nothing more to wait for. */
    private boolean advance() throws InterruptedException {
        if (!closed && (open.isPresent() || connect())) {
            readNext(open.orElseThrow());
        }
        return !closed;
    }

    private boolean connect() throws InterruptedException {
        open = streamOpener.open(events.lastId());
        events = new SseParser(events.lastId());
        if (open.isEmpty() || closed) {
            close();
        }
        return !closed;
    }

    /** The next bytes; without any, the stream is given up and may be opened again. */
    private void readNext(ApiResponse stream) throws InterruptedException {
        try {
            Optional<byte[]> piece = stream.body().take(clientTimeouts.streamSilence());
            if (piece.isPresent()) {
                decode(stream, piece.get());
            } else if (!closed) {
                throw new EOFException("The server has ended the stream");
            }
        } catch (IOException | TimeoutException broken) {
            stream.close();
            open = Optional.empty();
            throw streamOpener.connectionLost(broken);
        }
    }

    private void decode(ApiResponse stream, byte[] bytes) {
        try {
            for (SseParser.ParsedEvent sent : events.read(bytes)) {
                ready.add(item.readAnswer(sent.data().getBytes(StandardCharsets.UTF_8)));
            }
        } catch (Problem | SseParser.TooLong strange) {
            throw ClientProblems.notUnderstood(stream.url(), "sends what is no event of ours")
                    .causedBy(strange);
        }
        events.pause().ifPresent(asked -> pause = shorter(asked, LONGEST_PAUSE));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Never shorter than the server asks for. */
    private void waitBeforeRetry(Duration drawn) throws InterruptedException {
        synchronized (this) {
            if (closed) {
                return;
            }
            waitingThread = Optional.of(Thread.currentThread());
        }
        try {
            clientTimeouts.sleeper().sleep(drawn.plus(pause));
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
            Thread.interrupted(); // it was meant for the pause alone
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        open.ifPresent(ApiResponse::close);
        waitingThread.ifPresent(Thread::interrupt);
    }
}
