package slipway.plan;

import java.util.List;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.training.StepBreakdown;

/**
 * The network and the storage that a run needs.
 *
 * @param type accelerator type
 * @param step the breakdown of a step with the default network of the type
 * @param setUp the set-up, as text
 */
public record InfrastructureNeeds(
        String type,
        int accelerators,
        int perMachine,
        String setUp,
        StepBreakdown step,
        NetworkNeeds network,
        StorageNeeds storage) {

    public int machines() {
        return Math.ceilDiv(accelerators, perMachine);
    }

    /** Seconds of computing for each second of exposed communication; infinite without communication. */
    public double computeToCommunication() {
        return step.communication() > 0
                ? (step.seconds() - step.communication()) / step.communication()
                : Double.POSITIVE_INFINITY;
    }

    /** The network that suffices between machines. */
    public enum NetworkKind {
        /** All traffic stays within a machine. */
        NONE,
        ETHERNET,
        /** Ethernet with RDMA (RoCE). */
        ROCE,
        INFINIBAND
    }

    /**
     * The network between machines, for each accelerator and in one direction.
     *
     * @param required bytes per second at which a step takes at most 5 % longer than with the fastest network on sale;
     *     the interval is for 10 % and 2 %
     * @param available the default of the type
     * @param links the slowest link of each kind in the catalog that suffices for one accelerator
     * @param slowdowns the slowdown of a step with each network rate on sale, the slowest first
     */
    public record NetworkNeeds(
            NetworkKind kind,
            Estimate<Bytes> required,
            Bytes available,
            String reason,
            List<String> links,
            List<BandwidthSlowdown> slowdowns) {

        public NetworkNeeds {
            links = List.copyOf(links);
            slowdowns = List.copyOf(slowdowns);
        }
    }

    /**
     * @param slowdown relative to the fastest: 0.05 is 5 % longer
     * @param setUp the best set-up at this rate, as text
     */
    public record BandwidthSlowdown(Bytes speed, double seconds, double slowdown, String setUp) {}

    /**
     * @param trainingRead bytes per second that all machines read during training
     * @param restartRead bytes per second to load a checkpoint within two minutes, all machines together
     * @param advice how often to save, and the lowest write speed that suffices
     * @param tiers storage tiers by purpose
     */
    public record StorageNeeds(
            Estimate<Bytes> trainingRead,
            Bytes restartRead,
            CheckpointAdvice advice,
            List<Tier> tiers) {

        public StorageNeeds {
            tiers = List.copyOf(tiers);
        }
    }

    /**
     * @param size size of all data in the tier
     * @param read bytes per second, all machines together
     * @param write bytes per second, all machines together; zero where data is written once
     * @param options tiers of the catalog that are fast enough, the cheapest first
     */
    public record Tier(
            String name, Bytes size, Bytes read, Bytes write, String reason, List<String> options) {

        public Tier {
            options = List.copyOf(options);
        }
    }
}
