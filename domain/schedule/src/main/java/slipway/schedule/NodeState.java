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
 * A node in the cluster index: what is free on it, which jobs run on it, and who reserves it. Indexes follow the order
 * pod, rack, name, so that the first fit is also close to the others.
 */
final class NodeState {

    final int index;
    Node node;
    final NodePool pool;
    final int rack;
    final int pod;

    /** Its position in its pool. */
    final int position;

    /** Free thousandths of each accelerator. */
    private final int[] freeThousandths;

    private final FreeTimes freeTimes;
    private int freeAccelerators;
    private int totalFreeThousandths;
    private int cpus;
    private long memory;

    final List<RunningJob> runningJobs = new ArrayList<>();
    final List<NodeReservation> reservations = new ArrayList<>();
    List<Booking> bookings = List.of();

    /** The team that has this node as a part of a guarantee in whole nodes. */
    @Nullable TeamShare guaranteedTo;

    NodeState(int index, Node node, NodePool nodePool, int rack, int pod) {
        this.index = index;
        this.node = node;
        this.pool = nodePool;
        this.position = nodePool.nodes.size();
        this.rack = rack;
        this.pod = pod;
        this.freeThousandths = new int[node.devices().count()];
        Arrays.fill(freeThousandths, Devices.WHOLE);
        this.freeTimes = new FreeTimes(freeThousandths.length);
        this.freeAccelerators = freeThousandths.length;
        this.totalFreeThousandths = freeThousandths.length * Devices.WHOLE;
        this.cpus = node.machine().cpus();
        this.memory = node.machine().memory().count();
    }

    boolean isReady() {
        return node.condition() == Node.Condition.READY;
    }

    /** Whether free accelerators are not enough to use the node: it is reserved, booked or guaranteed to a team. */
    boolean isRestricted() {
        return !reservations.isEmpty() || !bookings.isEmpty() || guaranteedTo != null;
    }

    int freeAccelerators() {
        return freeAccelerators;
    }

    int freeThousandths(int device) {
        return freeThousandths[device];
    }

    int devices() {
        return freeThousandths.length;
    }

    int cpus() {
        return cpus;
    }

    long memory() {
        return memory;
    }

    /** Thousandths of accelerators that are not allocated. */
    int totalFreeThousandths() {
        return totalFreeThousandths;
    }

    /** Whether its CPU cores and memory are enough for one node of the request, and the request does not exclude it. */
    boolean hasCpuAndMemoryFor(RequestClass requestClass) {
        return cpus >= requestClass.cpus
                && memory >= requestClass.memory
                && !requestClass.excludes(this);
    }

    /** Whether its free accelerators, reserved or not, are enough for one node of the request. */
    boolean hasFreeAcceleratorsFor(RequestClass requestClass) {
        return requestClass.thousandths == Devices.WHOLE
                ? freeAccelerators >= requestClass.count
                : totalFreeThousandths > 0;
    }

    void allocate(RunningJob runningJob, NodeAllocation allocation) {
        runningJobs.add(runningJob);
        freeTimes.change(runningJob, allocation);
        change(allocation, -1, runningJob.requestClass);
    }

    void release(RunningJob runningJob, NodeAllocation allocation) {
        runningJobs.remove(runningJob);
        freeTimes.change(null, allocation);
        change(allocation, 1, runningJob.requestClass);
    }

    private void change(NodeAllocation allocation, int sign, RequestClass requestClass) {
        pool.freeTimetable().invalidate(this);
        pool.removeFromIndex(this);
        for (long mask = allocation.mask(); mask != 0; mask &= mask - 1) {
            int device = Long.numberOfTrailingZeros(mask);
            int before = freeThousandths[device];
            freeThousandths[device] += sign * allocation.thousandths();
            totalFreeThousandths += sign * allocation.thousandths();
            if (freeThousandths[device] < 0 || freeThousandths[device] > Devices.WHOLE) {
                throw new IllegalStateException(
                        "Accelerator %d of %s would have %d thousandths free"
                                .formatted(device, node.name(), freeThousandths[device]));
            }
            if (before == Devices.WHOLE) {
                freeAccelerators--;
            }
            if (freeThousandths[device] == Devices.WHOLE) {
                freeAccelerators++;
            }
        }
        cpus += sign * requestClass.cpus;
        memory += sign * requestClass.memory;
        pool.addToIndex(this);
    }

    /** The accelerators that are entirely free. */
    long freeMask() {
        long mask = 0;
        for (int device = 0; device < freeThousandths.length; device++) {
            if (freeThousandths[device] == Devices.WHOLE) {
                mask |= 1L << device;
            }
        }
        return mask;
    }

    /**
     * Chooses accelerators: from the NVLink island that has the fewest left over, so that whole islands stay free, and
     * from as few islands as possible.
     */
    long chooseDevices(long from, int count) {
        int islandSize = Math.max(1, node.devices().nvlinkIsland());
        long best = 0;
        int left = Integer.MAX_VALUE;
        for (int start = 0; start < freeThousandths.length; start += islandSize) {
            long here = from & range(start, Math.min(freeThousandths.length, start + islandSize));
            int leftOver = Long.bitCount(here) - count;
            if (leftOver >= 0 && leftOver < left) {
                best = here;
                left = leftOver;
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
    FreeTimes freeTimes(long now) {
        return freeTimes.asOf(this, now);
    }

    /** A reservation of a pending job on this node. */
    record NodeReservation(PendingJob holder, NodeAllocation allocation) {}

    /**
     * When each accelerator of a node will be free, by the latest and earliest ends of its jobs. A job that starts or
     * ends with whole accelerators changes only those. All else is recomputed on demand: shared accelerators, jobs that
     * leave early, and jobs that outlived their estimate.
     */
    static final class FreeTimes {

        private final long[] upper;
        private final long[] lower;

        /** The accelerators, in the order in which they become free. */
        private final int[] order;

        private boolean known = true;
        private boolean sorted;

        /** From then on a job may have outlived its estimate. */
        private long validUntil = RunningJob.NEVER;

        FreeTimes(int devices) {
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

        /** Index of the n-th accelerator to become free. */
        int nthToBeFree(int position) {
            if (!sorted) {
                sort();
            }
            return order[position];
        }

        /** A job arrives or leaves; an earlier state of it may leave at the same time. */
        void change(@Nullable RunningJob arriving, NodeAllocation allocation) {
            sorted = false;
            if (allocation.thousandths() != Devices.WHOLE
                    || (arriving != null && arriving.departing())) {
                known = false;
            }
            if (known) {
                set(
                        allocation.mask(),
                        arriving == null ? 0 : arriving.plannedLatestEnd(),
                        lowerOf(arriving));
                validUntil =
                        arriving == null
                                ? validUntil
                                : Math.min(validUntil, arriving.plannedLatestEnd());
            }
        }

        private static long lowerOf(@Nullable RunningJob runningJob) {
            return runningJob == null ? 0 : runningJob.plannedEarliestEnd();
        }

        private void set(long mask, long high, long low) {
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                int device = Long.numberOfTrailingZeros(rest);
                upper[device] = high;
                lower[device] = low;
            }
        }

        /** These times as of now. */
        FreeTimes asOf(NodeState nodeState, long now) {
            if (!known || now >= validUntil) {
                recompute(nodeState, now);
            }
            return this;
        }

        private void recompute(NodeState nodeState, long now) {
            Arrays.fill(upper, 0);
            Arrays.fill(lower, 0);
            sorted = false;
            known = true;
            validUntil = RunningJob.NEVER;
            for (RunningJob runningJob : nodeState.runningJobs) {
                long high = runningJob.latestEnd(nodeState, now);
                long low = runningJob.earliestEnd(nodeState, now);
                validUntil =
                        Math.min(
                                validUntil,
                                runningJob.departing()
                                        ? now
                                        : Math.max(now, runningJob.plannedLatestEnd()));
                for (NodeAllocation allocation : runningJob.allocations()) {
                    if (allocation.node().equals(nodeState.node.name())) {
                        add(allocation.mask(), high, low);
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
