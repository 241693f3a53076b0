package slipway.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import slipway.schedule.picture.Node.Devices;
import slipway.schedule.picture.Placement.Seat;

/**
 * When each accelerator of a host will be free, going by the upper and the lower ends of who sits on it. Who comes and
 * goes with whole accelerators changes only those. Everything else is worked out anew when somebody asks: where
 * accelerators are shared, where somebody leaves before its time, and where somebody has stayed longer than was
 * thought.
 */
final class Ends {

    private final long[] upper;
    private final long[] lower;

    /** The accelerators, the one that is free first before the others. */
    private final int[] order;

    private boolean known = true;
    private boolean sorted;

    /** From then on somebody may have stayed longer than was thought. */
    private long until = Tenant.NEVER;

    Ends(int devices) {
        this.upper = new long[devices];
        this.lower = new long[devices];
        this.order = new int[devices];
    }

    long upper(int device) {
        return upper[device];
    }

    long lower(int device) {
        return lower[device];
    }

    /** The one that is free as the so manieth. */
    int device(int place) {
        if (!sorted) {
            sort();
        }
        return order[place];
    }

    /** Somebody comes or goes; a former self of it may go at the same time. */
    void change(@Nullable Tenant comes, Seat seat) {
        sorted = false;
        if (seat.thousandths() != Devices.WHOLE || (comes != null && comes.leaving())) {
            known = false;
        }
        if (known) {
            set(seat.mask(), comes == null ? 0 : comes.plannedEnd(), lowerOf(comes));
            until = comes == null ? until : Math.min(until, comes.plannedEnd());
        }
    }

    private static long lowerOf(@Nullable Tenant tenant) {
        return tenant == null ? 0 : tenant.plannedLowerEnd();
    }

    private void set(long mask, long high, long low) {
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int device = Long.numberOfTrailingZeros(rest);
            upper[device] = high;
            lower[device] = low;
        }
    }

    /** These ends as of now. */
    Ends of(Host host, long now) {
        if (!known || now >= until) {
            workOut(host, now);
        }
        return this;
    }

    private void workOut(Host host, long now) {
        Arrays.fill(upper, 0);
        Arrays.fill(lower, 0);
        sorted = false;
        known = true;
        until = Tenant.NEVER;
        for (Tenant tenant : host.tenants) {
            long high = tenant.upperEnd(host, now);
            long low = tenant.lowerEnd(host, now);
            until = Math.min(until, tenant.leaving() ? now : Math.max(now, tenant.plannedEnd()));
            for (Seat seat : tenant.seats()) {
                if (seat.node().equals(host.node.name())) {
                    add(seat.mask(), high, low);
                }
            }
        }
    }

    private void add(long mask, long high, long low) {
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int device = Long.numberOfTrailingZeros(rest);
            upper[device] = Math.max(upper[device], high);
            lower[device] = Math.max(lower[device], low);
        }
    }

    private void sort() {
        for (int device = 0; device < order.length; device++) {
            int at = device;
            while (at > 0 && upper[order[at - 1]] > upper[device]) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = device;
        }
        sorted = true;
    }
}
