package slipway.schedule;

import java.util.HashSet;
import java.util.Set;
import slipway.schedule.picture.Node.Devices;
import slipway.schedule.picture.Placement.Seat;

/** One host on paper: what would be free if this one and that one left. */
final class Desk {

    private final Asker asker;
    private final Host host;
    private final int[] free;
    private final long barred;
    private final int needed;
    private final Set<Tenant> gone = new HashSet<>();
    private int cpus;
    private long memory;

    Desk(Asker asker, Host host) {
        this.asker = asker;
        this.host = host;
        this.needed = host.node.devices().rounded(asker.form().thousandths);
        this.free = new int[host.devices()];
        long never = 0;
        for (int device = 0; device < free.length; device++) {
            int kept = asker.kept(host, device);
            free[device] = host.free(device) - kept;
            never |= kept + needed > Devices.WHOLE ? 1L << device : 0;
        }
        this.barred = never;
        this.cpus = host.cpus();
        this.memory = host.memory();
    }

    /** Also who sits only on what is kept for somebody else: its processors and memory may be what is needed. */
    void release(Victims.Victim victim) {
        change(victim, 1);
        gone.add(victim.tenant());
    }

    void restore(Victims.Victim victim) {
        change(victim, -1);
        gone.remove(victim.tenant());
    }

    private void change(Victims.Victim victim, int sign) {
        for (Seat seat : victim.tenant().seats()) {
            if (seat.node().equals(host.node.name())) {
                for (long mask = seat.mask(); mask != 0; mask &= mask - 1) {
                    free[Long.numberOfTrailingZeros(mask)] += sign * seat.thousandths();
                }
            }
        }
        cpus += sign * victim.tenant().form.cpus;
        memory += sign * victim.tenant().form.memory;
    }

    boolean enough() {
        return cpus >= asker.form().cpus
                && memory >= asker.form().memory
                && Long.bitCount(open()) >= asker.form().count
                && host.keeps.stream().noneMatch(this::starves);
    }

    private boolean starves(Host.Keep keep) {
        return asker.yieldsTo(keep.holder()) && asker.starves(host, keep, gone);
    }

    private long open() {
        long mask = 0;
        for (int device = 0; device < free.length; device++) {
            if (free[device] >= needed && (barred >> device & 1) == 0) {
                mask |= 1L << device;
            }
        }
        return mask;
    }

    long chosen() {
        return host.pick(open(), asker.form().count);
    }
}
