package slipway.schedule;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Cause;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Reservation;

/**
 * A decision for every workload at one instant. What was decided beyond waiting and staying is at hand; the rest is
 * said when asked, because of a hundred thousand causes nobody reads more than a few.
 *
 * <p>A plan is continued once, by {@link Scheduler#next}; then it speaks no more, for its board has gone on.
 */
public final class Schedule {

    private static final Comparator<Decision> BY_NAME = Comparator.comparing(Decision::workload);

    private final ClusterIndex clusterIndex;
    private final Instant now;
    private final Map<WorkloadId, Decision> decided;
    private boolean continued;

    /**
     * @param decided nobody else's from now on
     */
    Schedule(ClusterIndex clusterIndex, Instant now, Map<WorkloadId, Decision> decided) {
        this.clusterIndex = clusterIndex;
        this.now = now;
        this.decided = decided;
    }

    ClusterIndex clusterIndex() {
        if (continued) {
            throw new IllegalStateException("This plan of " + now + " has been continued");
        }
        return clusterIndex;
    }

    ClusterIndex takeIndex() {
        ClusterIndex last = clusterIndex();
        continued = true;
        return last;
    }

    public Instant now() {
        return now;
    }

    /** What is to be done: starts, preemptions, resizes and migrations, in the order of their names. */
    public List<Decision> actions() {
        return decided.values().stream().sorted(BY_NAME).toList();
    }

    /** How many wait after this plan. */
    public int pendingCount() {
        return clusterIndex().pendingCount();
    }

    public int runningCount() {
        return clusterIndex().runningCount();
    }

    /** What becomes of this workload; nothing if there is none of this name. */
    public Optional<Decision> decision(WorkloadId id) {
        Decision made = decided.get(id);
        if (made != null) {
            return Optional.of(made);
        }
        Optional<Decision> waits = clusterIndex().pendingJob(id).map(this::waitDecision);
        return waits.isPresent()
                ? waits
                : clusterIndex().runningJob(id).map(_ -> new Decision.Stay(id));
    }

    private Decision waitDecision(PendingJob pendingJob) {
        Cause cause = new WaitCauseFinder(clusterIndex, now).causeOf(pendingJob);
        return new Decision.Wait(pendingJob.pending().id(), cause, pendingJob.reservation());
    }

    /** One for every workload, in the order of their names. */
    public List<Decision> decisions() {
        return clusterIndex().workloadIds().stream().map(id -> decision(id).orElseThrow()).toList();
    }

    /** The place that is kept for a waiting workload. */
    public Optional<Reservation> reservation(WorkloadId id) {
        return clusterIndex()
                .pendingJob(id)
                .map(PendingJob::pending)
                .flatMap(PendingWorkload::reservation);
    }

    /** The picture with the plan carried out. */
    public ClusterSnapshot snapshot() {
        return clusterIndex().snapshot();
    }

    /** When something may be decided although nothing happened: a promise, a booking, the end of a minimum run. */
    public Optional<Instant> nextDecisionTime() {
        return NextChange.next(clusterIndex(), now);
    }

    /** The instants at which a board changes by itself. */
    private static final class NextChange {

        private NextChange() {}

        static Optional<Instant> next(ClusterIndex clusterIndex, Instant now) {
            Stream<Instant> reservations =
                    clusterIndex.reservationHolders().stream()
                            .map(pendingJob -> pendingJob.reservation().orElseThrow())
                            .flatMap(
                                    reservation ->
                                            Stream.of(
                                                    reservation.earliestStart(),
                                                    reservation.latestStart(),
                                                    reservation
                                                            .latestStart()
                                                            .plus(clusterIndex.policy.notice())
                                                            .plusMillis(1)));
            Stream<Instant> bookings = clusterIndex.bookings().stream().flatMap(NextChange::edges);
            Stream<Instant> deferred =
                    clusterIndex.deferred().isEmpty()
                            ? Stream.empty()
                            : clusterIndex
                                    .deferred()
                                    .first()
                                    .workload()
                                    .times()
                                    .notBefore()
                                    .stream();
            return Stream.of(reservations, bookings, deferred)
                    .flatMap(each -> each)
                    .filter(instant -> instant.isAfter(now))
                    .min(Instant::compareTo);
        }

        private static Stream<Instant> edges(Booking booking) {
            return Stream.of(booking.from(), booking.until());
        }
    }
}
