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

/** How often runs are interrupted, and how often they should save because of that. */
public final class ReliabilityModel {

    /** From a failure until a run has machines again and its programs have started. */
    public static final Duration WAITS = CheckpointCost.WAITS;

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
     * Of a run on so many machines.
     *
     * @param perMachine accelerators in one; the failures of others are told for eight
     * @param spot whether the provider may take machines back
     */
    public InterruptionRate interruptions(String type, int machines, int perMachine, boolean spot) {
        double eights = (double) machines * perMachine / FleetFailureRates.MACHINE;
        Estimate<Double> hardware = fleetFailureRates.hardware(type, eights);
        Estimate<Double> software = fleetFailureRates.software(machines);
        Estimate<Double> taken = SpotReclaims.taken(spot ? machines : 0);
        var parts = List.of(hardware, software, taken);
        double value = parts.stream().mapToDouble(Estimate::value).sum();
        double less = apart(parts.stream().mapToDouble(it -> it.value() - it.low()));
        double more = apart(parts.stream().mapToDouble(it -> it.high() - it.value()));
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

    /** How often to save, and what that comes to. */
    public CheckpointAdvice advise(CheckpointScenario checkpointScenario) {
        InterruptionRate interruptionRate =
                interruptions(
                        checkpointScenario.type(),
                        checkpointScenario.machines(),
                        Math.min(
                                checkpointScenario.perMachine(), checkpointScenario.accelerators()),
                        checkpointScenario.spot());
        Estimate<Double> perDay = interruptionRate.all();
        double rate = perDay.value() / DAY;
        var checkpointStorage = new CheckpointStorage(checkpointScenario, rate);
        Bytes needed = checkpointStorage.needed();
        CheckpointScenario.Speed speed =
                checkpointScenario.speed().orElseGet(() -> CheckpointScenario.Speed.of(needed));
        Goodput goodput = CheckpointCost.goodput(checkpointScenario, speed, rate);
        double every = CheckpointInterval.of(checkpointScenario, goodput);
        double work = Seconds.of(checkpointScenario.work());
        return new CheckpointAdvice(
                checkpointScenario,
                speed,
                interruptionRate,
                falling(perDay, it -> Math.min(CheckpointInterval.LONGEST, goodput.rate(it).best()))
                        .map(Seconds::duration),
                new CheckpointAdvice.Rules(
                        Seconds.duration(goodput.young()), Seconds.duration(goodput.daly())),
                Seconds.duration(every),
                checkpointScenario
                        .step()
                        .map(step -> OptionalLong.of(CheckpointInterval.steps(step, every)))
                        .orElse(OptionalLong.empty()),
                Seconds.duration(goodput.blocks()),
                Seconds.duration(goodput.blocks() + goodput.durable()),
                falling(perDay, it -> goodput.rate(it).at(every)),
                falling(perDay, it -> goodput.rate(it).unsaved(work)),
                shares(goodput.shares(every)),
                needed,
                checkpointStorage.of(catalog.storage(), needed));
    }

    /** Independent of each other, so that they are not all at their worst at once. */
    private static double apart(DoubleStream deviations) {
        return Math.sqrt(deviations.map(it -> it * it).sum());
    }

    /** What is less the more often failures come. */
    private static Estimate<Double> falling(Estimate<Double> perDay, DoubleUnaryOperator of) {
        DoubleUnaryOperator at = it -> of.applyAsDouble(it / DAY);
        return new Estimate<>(
                at.applyAsDouble(perDay.value()),
                at.applyAsDouble(perDay.high()),
                at.applyAsDouble(perDay.low()),
                perDay.grounds());
    }

    private static CheckpointAdvice.Shares shares(Goodput.Shares shares) {
        return new CheckpointAdvice.Shares(
                shares.useful(), shares.saving(), shares.again(), shares.down());
    }
}
