package slipway.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Node.Devices;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * A node as the board keeps it: what is free on it, who sits there, and for whom places are kept. Its number is its
 * place in the order pod, rack, name, so that the first that fits is also the one beside the others.
 */
final class NodeState {

    final int index;
    Node node;
    final NodePool pool;
    final int rack;
    final int pod;

    /** Its place among the hosts of its pool. */
    final int place;

    /** Thousandths that are free, for each accelerator. */
    private final int[] free;

    private final Ends ends;
    private int whole;
    private int freeInAll;
    private int cpus;
    private long memory;

    final List<RunningJob> tenants = new ArrayList<>();
    final List<Keep> keeps = new ArrayList<>();
    List<Booking> bookings = List.of();

    /** The team that has this node as a part of a guarantee in whole nodes. */
    @Nullable TeamShare home;

    NodeState(int index, Node node, NodePool nodePool, int rack, int pod) {
        this.index = index;
        this.node = node;
        this.pool = nodePool;
        this.place = nodePool.hosts.size();
        this.rack = rack;
        this.pod = pod;
        this.free = new int[node.devices().count()];
        Arrays.fill(free, Devices.WHOLE);
        this.ends = new Ends(free.length);
        this.whole = free.length;
        this.freeInAll = free.length * Devices.WHOLE;
        this.cpus = node.machine().cpus();
        this.memory = node.machine().memory().count();
    }

    boolean ready() {
        return node.condition() == Node.Condition.READY;
    }

    /** Whether more must be asked than what is free: somebody else's place is kept here, or the node is booked. */
    boolean special() {
        return !keeps.isEmpty() || !bookings.isEmpty() || home != null;
    }

    int whole() {
        return whole;
    }

    int free(int device) {
        return free[device];
    }

    int devices() {
        return free.length;
    }

    int cpus() {
        return cpus;
    }

    long memory() {
        return memory;
    }

    /** Thousandths of accelerators that nobody has. */
    int freeInAll() {
        return freeInAll;
    }

    /** Whether its processors and memory are enough for one node of a form, and the form has nothing against it. */
    boolean feeds(RequestClass requestClass) {
        return cpus >= requestClass.cpus
                && memory >= requestClass.memory
                && !requestClass.leavesOut(this);
    }

    /** Whether its free accelerators are enough for one node of a form, whoever they are kept for. */
    boolean mayHold(RequestClass requestClass) {
        return requestClass.thousandths == Devices.WHOLE
                ? whole >= requestClass.count
                : freeInAll > 0;
    }

    void take(RunningJob runningJob, NodeAllocation seat) {
        tenants.add(runningJob);
        ends.change(runningJob, seat);
        change(seat, -1, runningJob.form);
    }

    void give(RunningJob runningJob, NodeAllocation seat) {
        tenants.remove(runningJob);
        ends.change(null, seat);
        change(seat, 1, runningJob.form);
    }

    private void change(NodeAllocation seat, int sign, RequestClass requestClass) {
        pool.timetable().stale(this);
        pool.leave(this);
        for (long mask = seat.mask(); mask != 0; mask &= mask - 1) {
            int device = Long.numberOfTrailingZeros(mask);
            int before = free[device];
            free[device] += sign * seat.thousandths();
            freeInAll += sign * seat.thousandths();
            if (free[device] < 0 || free[device] > Devices.WHOLE) {
                throw new IllegalStateException(
                        "Accelerator %d of %s would have %d thousandths free"
                                .formatted(device, node.name(), free[device]));
            }
            if (before == Devices.WHOLE) {
                whole--;
            }
            if (free[device] == Devices.WHOLE) {
                whole++;
            }
        }
        cpus += sign * requestClass.cpus;
        memory += sign * requestClass.memory;
        pool.enter(this);
    }

    /** The accelerators that are wholly free. */
    long wholeMask() {
        long mask = 0;
        for (int device = 0; device < free.length; device++) {
            if (free[device] == Devices.WHOLE) {
                mask |= 1L << device;
            }
        }
        return mask;
    }

    /**
     * So many of these accelerators: out of the island that has the fewest left over, so that whole islands stay
     * whole, and out of as few islands as possible.
     */
    long pick(long from, int count) {
        int island = Math.max(1, node.devices().nvlinkIsland());
        long best = 0;
        int left = Integer.MAX_VALUE;
        for (int start = 0; start < free.length; start += island) {
            long here = from & range(start, Math.min(free.length, start + island));
            int over = Long.bitCount(here) - count;
            if (over >= 0 && over < left) {
                best = here;
                left = over;
            }
        }
        return lowest(best == 0 ? from : best, count);
    }

    private static long range(int start, int end) {
        long upTo = end == Long.SIZE ? -1L : (1L << end) - 1;
        return upTo & (-1L << start);
    }

    static long lowest(long mask, int count) {
        long taken = 0;
        long rest = mask;
        for (int each = 0; each < count; each++) {
            taken |= Long.lowestOneBit(rest);
            rest &= rest - 1;
        }
        return taken;
    }

    /** When each of its accelerators is free. */
    Ends ends(long now) {
        return ends.of(this, now);
    }

    /** A place that is kept here for somebody who waits. */
    record Keep(PendingJob holder, NodeAllocation seat) {}

    /**
     * When each accelerator of a host will be free, going by the upper and the lower ends of who sits on it. Who
     * comes and goes with whole accelerators changes only those. Everything else is worked out anew when somebody
     * asks: where accelerators are shared, where somebody leaves before its time, and where somebody has stayed
     * longer than was thought.
     */
    static final class Ends {

        private final long[] upper;
        private final long[] lower;

        /** The accelerators, the one that is free first before the others. */
        private final int[] order;

        private boolean known = true;
        private boolean sorted;

        /** From then on somebody may have stayed longer than was thought. */
        private long until = RunningJob.NEVER;

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
        void change(@Nullable RunningJob comes, NodeAllocation seat) {
            sorted = false;
            if (seat.thousandths() != Devices.WHOLE || (comes != null && comes.leaving())) {
                known = false;
            }
            if (known) {
                set(seat.mask(), comes == null ? 0 : comes.plannedEnd(), lowerOf(comes));
                until = comes == null ? until : Math.min(until, comes.plannedEnd());
            }
        }

        private static long lowerOf(@Nullable RunningJob runningJob) {
            return runningJob == null ? 0 : runningJob.plannedLowerEnd();
        }

        private void set(long mask, long high, long low) {
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                int device = Long.numberOfTrailingZeros(rest);
                upper[device] = high;
                lower[device] = low;
            }
        }

        /** These ends as of now. */
        Ends of(NodeState nodeState, long now) {
            if (!known || now >= until) {
                workOut(nodeState, now);
            }
            return this;
        }

        private void workOut(NodeState nodeState, long now) {
            Arrays.fill(upper, 0);
            Arrays.fill(lower, 0);
            sorted = false;
            known = true;
            until = RunningJob.NEVER;
            for (RunningJob runningJob : nodeState.tenants) {
                long high = runningJob.upperEnd(nodeState, now);
                long low = runningJob.lowerEnd(nodeState, now);
                until =
                        Math.min(
                                until,
                                runningJob.leaving()
                                        ? now
                                        : Math.max(now, runningJob.plannedEnd()));
                for (NodeAllocation seat : runningJob.seats()) {
                    if (seat.node().equals(nodeState.node.name())) {
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
}
