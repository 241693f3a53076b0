package slipway.surface.api.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The bytes of an answer as they arrive. The next part is requested only when the previous one was taken, so that a
 * fast sender waits for a slow reader and memory stays bounded.
 */
final class StreamedBody implements BodySubscriber<StreamedBody>, AutoCloseable {

    private static final Subscription NONE_YET = new Idle();
    private static final Subscription CLOSED = new Idle();

    /** Replaces a subscription that has not started yet or has ended. */
    private static final class Idle implements Subscription {

        @Override
        public void request(long n) {
            // nothing to request
        }

        @Override
        public void cancel() {
            // nothing to cancel
        }
    }

    private sealed interface Part {
        record Bytes(ByteBuffer bytes) implements Part {}

        record End() implements Part {}

        record Failed(String because) implements Part {}
    }

    /** Holds at most one part, an end and a failure: more is not requested. */
    private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();

    private final AtomicReference<Subscription> subscription = new AtomicReference<>(NONE_YET);

    @Override
    public CompletionStage<StreamedBody> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Subscription given) {
        if (subscription.compareAndSet(NONE_YET, given)) {
            given.request(1);
        } else {
            given.cancel();
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        var bytes = new ByteArrayOutputStream();
        for (ByteBuffer buffer : buffers) {
            byte[] copy = new byte[buffer.remaining()];
            buffer.get(copy);
            bytes.writeBytes(copy);
        }
        parts.add(new Part.Bytes(ByteBuffer.wrap(bytes.toByteArray())));
    }

    @Override
    public void onError(Throwable failure) {
        parts.add(new Part.Failed(String.valueOf(failure.getMessage())));
    }

    @Override
    public void onComplete() {
        parts.add(new Part.End());
    }

    /** The next part; empty at the end. */
    Optional<byte[]> take(Duration within)
            throws IOException, InterruptedException, TimeoutException {
        Part part = parts.poll(within.toNanos(), TimeUnit.NANOSECONDS);
        return switch (part) {
            case Part.Bytes(ByteBuffer bytes) -> {
                subscription.get().request(1);
                byte[] taken = new byte[bytes.remaining()];
                bytes.get(taken);
                yield Optional.of(taken);
            }
            case Part.End end -> {
                parts.add(end);
                yield Optional.empty();
            }
            case Part.Failed(String because) -> throw new IOException(because);
            case null -> throw new TimeoutException("Nothing arrived within " + within);
        };
    }

    /** Ends the body; a waiting reader receives its end. */
    @Override
    public void close() {
        subscription.getAndSet(CLOSED).cancel();
        parts.add(new Part.End());
    }
}
