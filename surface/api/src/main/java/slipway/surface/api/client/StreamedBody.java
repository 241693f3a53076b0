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
 * The bytes of an answer as they come. A piece is asked for only when the one before it was taken, so a fast sender
 * waits for a slow reader and memory stays bounded.
 */
final class StreamedBody implements BodySubscriber<StreamedBody>, AutoCloseable {

    private static final Subscription NONE_YET = new Idle();
    private static final Subscription CLOSED = new Idle();

    /** Stands in for a subscription that has not come yet, or is over. */
    private static final class Idle implements Subscription {

        @Override
        public void request(long n) {
            // nothing comes
        }

        @Override
        public void cancel() {
            // nothing is under way
        }
    }

    private sealed interface Piece {
        record Some(ByteBuffer bytes) implements Piece {}

        record End() implements Piece {}

        record Broken(String because) implements Piece {}
    }

    /** Never holds more than one piece, an end and a break: more was not asked for. */
    private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();

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
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.writeBytes(part);
        }
        pieces.add(new Piece.Some(ByteBuffer.wrap(bytes.toByteArray())));
    }

    @Override
    public void onError(Throwable failure) {
        pieces.add(new Piece.Broken(String.valueOf(failure.getMessage())));
    }

    @Override
    public void onComplete() {
        pieces.add(new Piece.End());
    }

    /** The next piece, or nothing once all have come. */
    Optional<byte[]> take(Duration within)
            throws IOException, InterruptedException, TimeoutException {
        Piece piece = pieces.poll(within.toNanos(), TimeUnit.NANOSECONDS);
        return switch (piece) {
            case Piece.Some(ByteBuffer bytes) -> {
                subscription.get().request(1);
                byte[] taken = new byte[bytes.remaining()];
                bytes.get(taken);
                yield Optional.of(taken);
            }
            case Piece.End end -> {
                pieces.add(end);
                yield Optional.empty();
            }
            case Piece.Broken(String because) -> throw new IOException(because);
            case null -> throw new TimeoutException("Nothing came within " + within);
        };
    }

    /** Whoever waits for a piece is told that there are no more. */
    @Override
    public void close() {
        subscription.getAndSet(CLOSED).cancel();
        pieces.add(new Piece.End());
    }
}
