package slipway.bench.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/**
 * The event streams of a round, all read by one thread. Each watcher watches a subject without events. Of the members,
 * every second one asks for the events of the team, and every other one for all that it may see, which is the same.
 */
final class HubStreams implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(64 * 1024);

    private final HubPlan plan;
    private final long position;
    private final Selector selector;
    private final List<Stream> streams = new ArrayList<>();
    private final LongStream.Builder waits = LongStream.builder();
    private long countsFrom = Long.MAX_VALUE;

    private HubStreams(HubPlan plan, long position, Selector selector) {
        this.plan = plan;
        this.position = position;
        this.selector = selector;
    }

    /**
     * Connects all of them and returns when each has begun.
     *
     * @param position the number of an event after which nothing has happened yet that concerns them
     */
    static HubStreams connect(HubPlan plan, int round, long position) throws IOException {
        var all = new HubStreams(plan, position, Selector.open());
        HubPlan.Size size = plan.size();
        for (int i = 0; i < size.idle(); i++) {
            String token = plan.watchers().get(i % plan.watchers().size());
            all.open(token, "?subject=quiet-" + i, new HubTally(round, OptionalInt.empty()));
        }
        for (int i = 0; i < size.active(); i++) {
            int team = i % size.teams();
            String query = i / size.teams() % 2 == 0 ? "?team=" + HubPlan.team(team) : "";
            all.open(plan.members().get(team), query, new HubTally(round, OptionalInt.of(team)));
        }
        long end = System.nanoTime() + LONGEST.toNanos();
        all.readUntil(() -> all.streams.stream().allMatch(Stream::hasBegun) || isPast(end));
        if (isPast(end)) {
            throw new IOException("Not all streams began within " + LONGEST);
        }
        return all;
    }

    private static boolean isPast(long time) {
        return System.nanoTime() - time > 0;
    }

    private void open(String token, String query, HubTally tally) throws IOException {
        String request =
                "GET /api/v1/events%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
                                .formatted(query, plan.port(), token)
                        + "Accept: text/event-stream\r\nLast-Event-ID: %d\r\n\r\n"
                                .formatted(position);
        SocketChannel channel =
                SocketChannel.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), plan.port()));
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        channel.configureBlocking(false);
        var stream = new Stream(channel, tally);
        channel.register(selector, SelectionKey.OP_READ, stream);
        streams.add(stream);
    }

    /** Deliveries of notes that were due before this time are not timed. */
    void countFrom(long time) {
        countsFrom = time;
    }

    /** Reads until every stream has so many notes, or the time is over. */
    void awaitNotes(int notes, Duration atMost) throws IOException {
        long end = System.nanoTime() + atMost.toNanos();
        readUntil(
                () ->
                        isPast(end)
                                || streams.stream()
                                        .allMatch(stream -> stream.tally.missing(notes) == 0));
    }

    /** Reads as long as the condition does not hold; it is looked at again after at most a tenth of a second. */
    void readUntil(BooleanSupplier condition) throws IOException {
        try {
            while (!condition.getAsBoolean()) {
                long end = System.nanoTime() + Duration.ofMillis(100).toNanos();
                while (!isPast(end)) {
                    selector.select(key -> ((Stream) key.attachment()).read(), 20);
                }
            }
        } catch (UncheckedIOException e) {
            throw new IOException("A stream broke", e);
        }
    }

    HubFaults faults(int notes) {
        return streams.stream()
                .map(stream -> stream.tally.faults(notes))
                .reduce(HubFaults.NONE, HubFaults::plus);
    }

    HubRound.Delivered delivered() {
        return HubRound.Delivered.of(waits.build().toArray());
    }

    @Override
    public void close() throws IOException {
        for (Stream stream : streams) {
            stream.channel.close();
        }
        selector.close();
    }

    private void time(HubNote note) {
        if (note.due() - countsFrom >= 0) {
            waits.add(System.nanoTime() - note.due());
        }
    }

    /** One of them. */
    private final class Stream {

        private final SocketChannel channel;
        private final HubTally tally;
        private final SseDecoder decoder = new SseDecoder(this::take);

        Stream(SocketChannel channel, HubTally tally) {
            this.channel = channel;
            this.tally = tally;
        }

        boolean hasBegun() {
            return tally.hasBegun();
        }

        /** One thread reads for all, so one buffer is enough. */
        void read() {
            try {
                BUFFER.clear();
                if (channel.read(BUFFER) < 0) {
                    end();
                } else {
                    decoder.decode(BUFFER.flip());
                }
            } catch (EOFException e) {
                end();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void end() {
            tally.end();
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void take(String kind, String data) {
            tally.count(kind, data).ifPresent(HubStreams.this::time);
        }
    }
}
