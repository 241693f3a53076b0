package slipway.schedule;

import java.util.HashSet;
import java.util.Set;
import slipway.schedule.snapshot.Node.Devices;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** A node as it would be if some of its jobs were preempted: whether the pending job would fit then. */
final class NodeTrial {

    private final PlacementRequest placementRequest;
    private final NodeState nodeState;
    private final int[] free;
    private final long unusable;
    private final int needed;
    private final Set<RunningJob> departed = new HashSet<>();
    private int cpus;
    private long memory;

    NodeTrial(PlacementRequest placementRequest, NodeState nodeState) {
        this.placementRequest = placementRequest;
        this.nodeState = nodeState;
        this.needed = nodeState.node.devices().roundUp(placementRequest.requestClass().thousandths);
        this.free = new int[nodeState.devices()];
        long never = 0;
        for (int device = 0; device < free.length; device++) {
            int reserved = placementRequest.reservedThousandths(nodeState, device);
            free[device] = nodeState.freeThousandths(device) - reserved;
            never |= reserved + needed > Devices.WHOLE ? 1L << device : 0;
        }
        this.unusable = never;
        this.cpus = nodeState.cpus();
        this.memory = nodeState.memory();
    }

    /**
     * Also removes jobs that use only accelerators reserved for others: their CPU cores and memory may be what is
     * needed.
     */
    void release(PreemptionCandidates.Victim victim) {
        change(victim, 1);
        departed.add(victim.job());
    }

    void restore(PreemptionCandidates.Victim victim) {
        change(victim, -1);
        departed.remove(victim.job());
    }

    private void change(PreemptionCandidates.Victim victim, int sign) {
        for (NodeAllocation allocation : victim.job().allocations()) {
            if (allocation.node().equals(nodeState.node.name())) {
                for (long mask = allocation.mask(); mask != 0; mask &= mask - 1) {
                    free[Long.numberOfTrailingZeros(mask)] += sign * allocation.thousandths();
                }
            }
        }
        cpus += sign * victim.job().requestClass.cpus;
        memory += sign * victim.job().requestClass.memory;
    }

    boolean enough() {
        return cpus >= placementRequest.requestClass().cpus
                && memory >= placementRequest.requestClass().memory
                && Long.bitCount(usableMask()) >= placementRequest.requestClass().count
                && nodeState.reservations.stream().noneMatch(this::isShort);
    }

    private boolean isShort(NodeState.NodeReservation reservation) {
        return placementRequest.defersTo(reservation.holder())
                && placementRequest.leavesTooLittleCpuOrMemory(nodeState, reservation, departed);
    }

    private long usableMask() {
        long mask = 0;
        for (int device = 0; device < free.length; device++) {
            if (free[device] >= needed && (unusable >> device & 1) == 0) {
                mask |= 1L << device;
            }
        }
        return mask;
    }

    long chosenMask() {
        return nodeState.chooseDevices(usableMask(), placementRequest.requestClass().count);
    }
}
