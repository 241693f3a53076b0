package slipway.storm;

import slipway.journal.MemoryMedium.Fault;
import slipway.journal.MemoryMedium.Point;
import slipway.journal.MemoryMedium.Weather;

/** Sends faults to one server. What it sends at a point depends on the climate of the run, and on luck. */
final class FaultInjector implements Weather {

    /**
     * How rough it is, in events per thousand points.
     *
     * @param dieAt the one point of the run at which the server dies for certain; negative for none
     */
    record Climate(int faults, int deaths, int delays, int dieAt) {
        static final int NEVER = -1;

        static Climate of(StormRandom stormRandom) {
            int[] rough = {0, 10, 50, 200};
            return new Climate(
                    rough[stormRandom.below(4)],
                    rough[stormRandom.below(3)] / 2,
                    rough[stormRandom.below(4)],
                    NEVER);
        }

        /** The same without deaths of its own, but for one. */
        Climate dyingAt(int point) {
            return new Climate(faults, 0, delays, point);
        }
    }

    private final StormRun stormRun;
    private final StormRandom stormRandom;
    private final Climate climate;

    FaultInjector(StormRun stormRun, StormRandom stormRandom, Climate climate) {
        this.stormRun = stormRun;
        this.stormRandom = stormRandom;
        this.climate = climate;
    }

    @Override
    public Fault at(Point point, long write) {
        if (stormRun.calm()) {
            return Fault.NONE;
        }
        if (stormRun.passPoint() == climate.dieAt() || stormRandom.chance(climate.deaths())) {
            stormRun.say(() -> "the server dies at " + point + " of write " + write);
            return Fault.DIE;
        }
        if (stormRandom.chance(climate.delays())) {
            stormRun.meanwhile();
        }
        if (!stormRandom.chance(climate.faults())) {
            return Fault.NONE;
        }
        Fault fault = fault(point);
        stormRun.tally().faults++;
        stormRun.say(() -> fault + " at " + point + " of write " + write);
        return fault;
    }

    private Fault fault(Point point) {
        return switch (stormRandom.below(4)) {
            case 0 -> Fault.FULL;
            case 1 -> Fault.FAIL;
            default -> point == Point.READ ? Fault.FAIL : Fault.CUT;
        };
    }
}
