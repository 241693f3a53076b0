package slipway.schedule;

import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.schedule.picture.Booking;
import slipway.schedule.picture.Promise;

/**
 * Somebody who looks for a place, and what it may use.
 *
 * @param within whether it asks within its team's guarantee; then it passes those who borrow
 * @param strict whether it keeps off places that are kept for others; a look without asks what would be free otherwise
 */
record Asker(Waiter waiter, boolean within, boolean strict, long now) {

    Form form() {
        return waiter.form();
    }

    /** Whether its team may have so much here, in the way it asks. */
    boolean mayHave(Pool pool, int nodes) {
        int more = pool.takes(form()) * nodes;
        return waiter.team().limitedBy(pool.type(), more).isEmpty()
                && (!within || waiter.team().within(pool.type(), more));
    }

    /** The accelerators of a host that it may use, of those that are wholly free. */
    long usable(Host host) {
        long mask = host.wholeMask();
        if (!host.special() || !strict) {
            return mask;
        }
        if (!mayUse(host)) {
            return 0;
        }
        for (Host.Keep keep : host.keeps) {
            if (!mayUse(keep)) {
                if (starves(host, keep)) {
                    return 0;
                }
                mask &= ~keep.seat().mask();
            }
        }
        return mask;
    }

    /** Whether it may never be on this node. */
    boolean keptOff(Host host) {
        return host.home != null && within && !waiter.team().path.contains(host.home);
    }

    /** Whether home and bookings let it be on this node. */
    boolean mayStandOn(Host host) {
        return !host.special() || mayUse(host);
    }

    /** Accelerators that are kept for those whom it does not pass. */
    long barred(Host host) {
        long mask = 0;
        for (Host.Keep keep : host.keeps) {
            if (keep.holder() != waiter && !passes(keep.holder())) {
                mask |= keep.seat().mask();
            }
        }
        return mask;
    }

    /** Thousandths of one accelerator that it may use. */
    int usable(Host host, int device) {
        int free = host.free(device);
        if (!host.special() || !strict) {
            return free;
        }
        if (!mayUse(host)) {
            return 0;
        }
        for (Host.Keep keep : host.keeps) {
            if ((keep.seat().mask() >> device & 1) != 0 && !mayUse(keep)) {
                free = Math.min(free, 1_000 - keep.seat().thousandths());
            }
        }
        return free;
    }

    /** Bookings and homes: whether it may be on this node at all. */
    private boolean mayUse(Host host) {
        return !keptOff(host) && host.bookings.stream().allMatch(this::respects);
    }

    private boolean respects(Booking booking) {
        if (now >= booking.until().toEpochMilli() || isFor(booking)) {
            return true;
        }
        long from = booking.from().toEpochMilli();
        return now < from && (now + waiter.upper() <= from || waiter.yields(from - now));
    }

    private boolean isFor(Booking booking) {
        return booking.team()
                .filter(
                        team ->
                                waiter.team().path.stream()
                                        .anyMatch(share -> share.team.id().equals(team)))
                .isPresent();
    }

    private boolean mayUse(Host.Keep keep) {
        return keep.holder() == waiter || passes(keep.holder()) || fitsGap(keep);
    }

    /** Whom a kept place does not stop: whoever rightly comes before its holder. */
    boolean passes(Waiter holder) {
        boolean room = holder.promise().map(Promise::room).orElse(false);
        return holder.team() == waiter.team()
                ? waiter.priority() > holder.priority()
                : within && !room && !holder.within();
    }

    /** Whether it is over, or can be stopped, when the holder comes. */
    private boolean fitsGap(Host.Keep keep) {
        long from = keep.holder().promise().orElseThrow().from().toEpochMilli();
        boolean over = waiter.workload().times().span().known() && now + waiter.upper() <= from;
        return over || waiter.yields(from - now);
    }

    /** Whether too few processors or too little memory would be left for the holder. */
    boolean starves(Host host, Host.Keep keep) {
        long cpus = (long) host.node.machine().cpus() - form().cpus;
        long memory = host.node.machine().memory().count() - form().memory;
        for (Tenant tenant : host.tenants) {
            if (!sitsOn(tenant, host, keep.seat().mask())) {
                cpus -= tenant.form.cpus;
                memory -= tenant.form.memory;
            }
        }
        Form kept = keep.holder().form();
        return cpus < kept.cpus || memory < kept.memory;
    }

    static boolean sitsOn(Tenant tenant, Host host, long mask) {
        return tenant.seats().stream()
                .anyMatch(
                        seat -> seat.node().equals(host.node.name()) && (seat.mask() & mask) != 0);
    }

    /** For whom these accelerators are kept, if they are and it neither comes first nor ends before. */
    Optional<WorkloadId> gap(Host host, long mask) {
        for (Host.Keep keep : host.keeps) {
            if (keep.holder() != waiter
                    && (keep.seat().mask() & mask) != 0
                    && !passes(keep.holder())) {
                return Optional.of(keep.holder().waiting().id());
            }
        }
        return Optional.empty();
    }
}
