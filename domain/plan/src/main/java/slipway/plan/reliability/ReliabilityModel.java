package slipway.plan.reliability;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.catalog.Catalog;

/** Predicts interruptions of runs and advises checkpoint intervals. */
public final class ReliabilityModel {

    /** From a failure until a run has machines again and its programs have started. */
    public static final Duration RESTART_WAIT = CheckpointCost.RESTART_WAIT;

    private static final double DAY = 86_400;

    private final Catalog catalog;
    private final FleetFailureRates fleetFailureRates;

    private ReliabilityModel(Catalog catalog) {
        this.catalog = catalog;
        this.fleetFailureRates = new FleetFailureRates(catalog);
    }

    public static ReliabilityModel of(Catalog catalog) {
        return new ReliabilityModel(catalog);
    }

    /**
     * The interruptions of a run on a number of machines.
     *
     * @param perMachine accelerators of one machine; published failure rates are for eight
     * @param spot whether the provider may reclaim machines
     */
    public InterruptionRate interruptions(String type, int machines, int perMachine, boolean spot) {
        double eights = (double) machines * perMachine / FleetFailureRates.MACHINE;
        Estimate<Double> hardware = fleetFailureRates.hardware(type, eights);
        Estimate<Double> software = fleetFailureRates.software(machines);
        Estimate<Double> taken = SpotReclaims.perDay(spot ? machines : 0);
        var parts = List.of(hardware, software, taken);
        double value = parts.stream().mapToDouble(Estimate::value).sum();
        double less = rootSumSquares(parts.stream().mapToDouble(it -> it.value() - it.low()));
        double more = rootSumSquares(parts.stream().mapToDouble(it -> it.high() - it.value()));
        List<Ground> grounds =
                parts.stream()
                        .filter(it -> it.high() > 0)
                        .flatMap(it -> it.grounds().stream())
                        .toList();
        return new InterruptionRate(
                hardware,
                software,
                taken,
                new Estimate<>(value, Math.max(0, value - less), value + more, grounds));
    }

    /** Advises how often to save. */
    public CheckpointAdvice advise(CheckpointScenario checkpointScenario) {
        InterruptionRate interruptionRate =
                interruptions(
                        checkpointScenario.machines().type(),
                        checkpointScenario.machines().count(),
                        Math.min(
                                checkpointScenario.machines().perMachine(),
                                checkpointScenario.machines().accelerators()),
                        checkpointScenario.machines().spot());
        Estimate<Double> perDay = interruptionRate.total();
        double rate = perDay.value() / DAY;
        var checkpointStorage = new CheckpointStorage(checkpointScenario, rate);
        Bytes needed = checkpointStorage.requiredSpeed();
        CheckpointScenario.Speed speed =
                checkpointScenario.speed().orElseGet(() -> CheckpointScenario.Speed.of(needed));
        Goodput goodput = CheckpointCost.goodput(checkpointScenario, speed, rate);
        double interval = CheckpointInterval.choose(checkpointScenario, goodput);
        double work = Seconds.of(checkpointScenario.work());
        return new CheckpointAdvice(
                checkpointScenario,
                interruptionRate,
                new CheckpointAdvice.Interval(
                        Seconds.duration(interval),
                        checkpointScenario
                                .step()
                                .map(
                                        step ->
                                                OptionalLong.of(
                                                        CheckpointInterval.steps(step, interval)))
                                .orElse(OptionalLong.empty()),
                        mapDecreasing(
                                        perDay,
                                        it ->
                                                Math.min(
                                                        CheckpointInterval.MAX_SECONDS,
                                                        goodput.withRate(it).bestInterval()))
                                .map(Seconds::duration),
                        new CheckpointAdvice.Rules(
                                Seconds.duration(goodput.young()),
                                Seconds.duration(goodput.daly()))),
                new CheckpointAdvice.SaveTime(
                        Seconds.duration(goodput.blocking()),
                        Seconds.duration(goodput.blocking() + goodput.durableDelay())),
                mapDecreasing(perDay, it -> goodput.withRate(it).goodput(interval)),
                mapDecreasing(perDay, it -> goodput.withRate(it).unsavedGoodput(work)),
                shares(goodput.shares(interval)),
                new CheckpointAdvice.Storage(
                        speed, needed, checkpointStorage.fits(catalog.storage(), needed)));
    }

    /** Combines independent deviations, which are not all at their worst at once. */
    private static double rootSumSquares(DoubleStream deviations) {
        return Math.sqrt(deviations.map(it -> it * it).sum());
    }

    /** Maps an interval by a function that decreases with the failure rate. */
    private static Estimate<Double> mapDecreasing(Estimate<Double> perDay, DoubleUnaryOperator of) {
        DoubleUnaryOperator at = it -> of.applyAsDouble(it / DAY);
        return new Estimate<>(
                at.applyAsDouble(perDay.value()),
                at.applyAsDouble(perDay.high()),
                at.applyAsDouble(perDay.low()),
                perDay.grounds());
    }

    private static CheckpointAdvice.Shares shares(Goodput.Shares shares) {
        return new CheckpointAdvice.Shares(
                shares.useful(), shares.saving(), shares.redone(), shares.downtime());
    }
}
