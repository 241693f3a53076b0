package slipway.plan;

import java.util.List;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.training.StepBreakdown;
import slipway.plan.training.TrainingTask;

/**
 * What a run needs around its accelerators: a network between machines, and storage to read from and to save to.
 *
 * @param type of the accelerators
 * @param step what one is made of, with the network that is usual for the type
 * @param setUp in words
 */
public record InfrastructureNeeds(
        TrainingTask task,
        String type,
        int accelerators,
        int perMachine,
        String setUp,
        StepBreakdown step,
        Wires wires,
        Disks disks) {

    public int machines() {
        return Math.ceilDiv(accelerators, perMachine);
    }

    /** Seconds of computing for each second in which accelerators wait for each other; endless where they never do. */
    public double ratio() {
        return step.communication() > 0
                ? (step.seconds() - step.communication()) / step.communication()
                : Double.POSITIVE_INFINITY;
    }

    /** What is enough between machines. */
    public enum Kind {
        /** All of it goes over the link within a machine. */
        NONE,
        ETHERNET,
        /** Ethernet whose cards reach memory by themselves. */
        ROCE,
        INFINIBAND
    }

    /**
     * The network between machines, for each accelerator and in one direction.
     *
     * @param needed bytes a second with which a step is at most a twentieth longer than with the fastest that is
     *     sold; the interval is for a tenth and for a fiftieth
     * @param there what is usual for the type
     * @param links the slowest of each kind in the catalog that is as fast for one accelerator
     * @param ladder what a step takes with each speed that is sold, the slowest first
     */
    public record Wires(
            Kind kind,
            Estimate<Bytes> needed,
            Bytes there,
            String because,
            List<String> links,
            List<Rung> ladder) {

        public Wires {
            links = List.copyOf(links);
            ladder = List.copyOf(ladder);
        }
    }

    /**
     * @param longer than with the fastest: 0.05 is a twentieth
     * @param setUp the best one with this speed, in words
     */
    public record Rung(Bytes speed, double seconds, double longer, String setUp) {}

    /**
     * @param feeding bytes a second that all machines read while they train
     * @param starting bytes a second to load a checkpoint within two minutes, all machines together
     * @param advice how often to save, and the least write speed that suffices
     * @param tiers where what is to lie
     */
    public record Disks(
            Estimate<Bytes> feeding, Bytes starting, CheckpointAdvice advice, List<Tier> tiers) {

        public Disks {
            tiers = List.copyOf(tiers);
        }
    }

    /**
     * @param size of all that lies there
     * @param read bytes a second, all machines together
     * @param write bytes a second, all machines together; nothing where it is written once
     * @param options of the catalog that are as fast, the cheapest first
     */
    public record Tier(
            String name,
            Bytes size,
            Bytes read,
            Bytes write,
            String because,
            List<String> options) {

        public Tier {
            options = List.copyOf(options);
        }
    }
}
