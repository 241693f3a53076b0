package slipway.schedule;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.schedule.picture.Booking;

/** The instants at which a board changes by itself. */
final class Clockwork {

    private Clockwork() {}

    static Optional<Instant> next(Board board, Instant now) {
        Stream<Instant> promises =
                board.promised().stream()
                        .map(waiter -> waiter.promise().orElseThrow())
                        .flatMap(
                                promise ->
                                        Stream.of(
                                                promise.from(),
                                                promise.until(),
                                                promise.until()
                                                        .plus(board.policy.notice())
                                                        .plusMillis(1)));
        Stream<Instant> bookings = board.bookings().stream().flatMap(Clockwork::edges);
        Stream<Instant> unripe =
                board.unripe().isEmpty()
                        ? Stream.empty()
                        : board.unripe().first().workload().times().notBefore().stream();
        return Stream.of(promises, bookings, unripe)
                .flatMap(each -> each)
                .filter(instant -> instant.isAfter(now))
                .min(Instant::compareTo);
    }

    private static Stream<Instant> edges(Booking booking) {
        return Stream.of(booking.from(), booking.until());
    }
}
