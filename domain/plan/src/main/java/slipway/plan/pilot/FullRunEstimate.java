package slipway.plan.pilot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.GpuTime;
import slipway.base.Money;
import slipway.plan.reliability.InterruptionRate;
import slipway.plan.reliability.ReliabilityModel;

/**
 * A whole run, reckoned from its pilot.
 *
 * @param time of all of it
 * @param parts what it is made of; they add up to the time
 * @param saves how often it saves
 * @param evaluates how often it evaluates
 * @param interruptions in a day, by what causes them
 * @param best the cadence of saving that loses least; empty where nobody knows what a save takes
 * @param held accelerators, or processors where there are none, times time
 * @param ofEpoch the same of one epoch, where it is known how many steps that has
 * @param cost empty where nobody has set a price
 * @param remarks what is not in it, in sentences
 */
public record FullRunEstimate(
        Estimate<Duration> time,
        Parts parts,
        long saves,
        long evaluates,
        InterruptionRate interruptions,
        Optional<Duration> best,
        Estimate<GpuTime> held,
        Optional<GpuTime> ofEpoch,
        Optional<Estimate<Money>> cost,
        List<String> remarks) {

    public FullRunEstimate {
        remarks = List.copyOf(remarks);
    }

    /**
     * @param failing what failures lose: waiting for a place, beginning anew, and doing steps again
     */
    public record Parts(
            Duration starting,
            Duration training,
            Duration saving,
            Duration evaluating,
            Duration failing) {

        public Duration all() {
            return starting.plus(training).plus(saving).plus(evaluating).plus(failing);
        }
    }

    public static FullRunEstimate of(
            PilotResult pilotResult, FullRunGoal fullRunGoal, ReliabilityModel reliabilityModel) {
        return new RunExtrapolation(pilotResult, fullRunGoal, reliabilityModel).whole();
    }
}
