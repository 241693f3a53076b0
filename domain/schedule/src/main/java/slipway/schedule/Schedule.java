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
 * The decisions for all workloads at one instant. Actions are computed at once; decisions to wait and to stay are made
 * on demand, because of a hundred thousand causes few are ever read.
 *
 * <p>A schedule is continued once, by {@link Scheduler#next}; then it can no longer be read, because its index has
 * changed.
 */
public final class Schedule {

    private static final Comparator<Decision> BY_NAME = Comparator.comparing(Decision::workload);

    private final ClusterIndex clusterIndex;
    private final Instant now;
    private final Map<WorkloadId, Decision> decided;
    private boolean continued;

    /** @param decided not used elsewhere from now on */
    Schedule(ClusterIndex clusterIndex, Instant now, Map<WorkloadId, Decision> decided) {
        this.clusterIndex = clusterIndex;
        this.now = now;
        this.decided = decided;
    }

    ClusterIndex clusterIndex() {
        if (continued) {
            throw new IllegalStateException("The schedule of " + now + " has been continued");
        }
        return clusterIndex;
    }

    ClusterIndex takeIndex() {
        ClusterIndex last = clusterIndex();
        continued = true;
        return last;
    }

    /** The actions: starts, preemptions, resizes and migrations, in the order of their ids. */
    public List<Decision> actions() {
        return decided.values().stream().sorted(BY_NAME).toList();
    }

    /** The number of workloads that are pending after this schedule. */
    public int pendingCount() {
        return clusterIndex().pendingCount();
    }

    public int runningCount() {
        return clusterIndex().runningCount();
    }

    /** The decision for this workload; empty if it does not exist. */
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

    /** One decision for every workload, in the order of their ids. */
    public List<Decision> decisions() {
        return clusterIndex().workloadIds().stream().map(id -> decision(id).orElseThrow()).toList();
    }

    /** The reservation of a pending workload. */
    public Optional<Reservation> reservation(WorkloadId id) {
        return clusterIndex()
                .pendingJob(id)
                .map(PendingJob::pending)
                .flatMap(PendingWorkload::reservation);
    }

    /** The snapshot with the decisions applied. */
    public ClusterSnapshot snapshot() {
        return clusterIndex().snapshot();
    }

    /** When a decision may change although nothing happened: by a reservation, a booking, the end of a minimum run. */
    public Optional<Instant> nextDecisionTime() {
        return NextChange.next(clusterIndex(), now);
    }

    /** The instants at which decisions change with time alone. */
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
