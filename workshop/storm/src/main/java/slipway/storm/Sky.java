package slipway.storm;

import slipway.journal.MemoryMedium.Fault;
import slipway.journal.MemoryMedium.Point;
import slipway.journal.MemoryMedium.Weather;

/** Sends faults to one server. What it sends at a point depends on the climate of the run, and on luck. */
final class Sky implements Weather {

    /**
     * How rough it is, in events per thousand points.
     *
     * @param dieAt the one point of the run at which the server dies for certain; negative for none
     */
    record Climate(int faults, int deaths, int delays, int dieAt) {
        static final int NEVER = -1;

        static Climate of(Luck luck) {
            int[] rough = {0, 10, 50, 200};
            return new Climate(
                    rough[luck.below(4)], rough[luck.below(3)] / 2, rough[luck.below(4)], NEVER);
        }

        /** The same without deaths of its own, but for one. */
        Climate dyingAt(int point) {
            return new Climate(faults, 0, delays, point);
        }
    }

    private final World world;
    private final Luck luck;
    private final Climate climate;

    Sky(World world, Luck luck, Climate climate) {
        this.world = world;
        this.luck = luck;
        this.climate = climate;
    }

    @Override
    public Fault at(Point point, long write) {
        if (world.calm()) {
            return Fault.NONE;
        }
        if (world.passPoint() == climate.dieAt() || luck.chance(climate.deaths())) {
            world.say(() -> "the server dies at " + point + " of write " + write);
            return Fault.DIE;
        }
        if (luck.chance(climate.delays())) {
            world.meanwhile();
        }
        if (!luck.chance(climate.faults())) {
            return Fault.NONE;
        }
        Fault fault = fault(point);
        world.tally().faults++;
        world.say(() -> fault + " at " + point + " of write " + write);
        return fault;
    }

    private Fault fault(Point point) {
        return switch (luck.below(4)) {
            case 0 -> Fault.FULL;
            case 1 -> Fault.FAIL;
            default -> point == Point.READ ? Fault.FAIL : Fault.CUT;
        };
    }
}
