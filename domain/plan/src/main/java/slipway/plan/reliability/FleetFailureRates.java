package slipway.plan.reliability;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.catalog.Catalog;
import slipway.catalog.FailureRate;

/**
 * Published failure rates of large fleets in one form: failures of hardware for a machine of eight accelerators and
 * day, and failures of software for a run and day.
 *
 * <p>The sources count differently, so each is converted first. Where all interruptions were counted, those of
 * software are subtracted. Where only accelerators were counted, the rest is added in proportion to the sources that
 * counted both. The rate at which jobs of one size ended, less the hardware of their machines, is software; it grows
 * more slowly than the number of machines and is fitted as a power of it.
 */
final class FleetFailureRates {

    static final int MACHINE = 8;

    private static final double THOUSAND = 1_000;

    /** Student's t for 5 % beyond each end, by degrees of freedom from 1. */
    private static final double[] STUDENT = {6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83};

    private static final double NORMAL = 1.645;

    /** Hardware failures of one fleet, per thousand machine-days. */
    record Fleet(String system, String type, double rate) {}

    /** Software interruptions per day of one run on a number of machines. */
    record Software(double machines, double perDay) {}

    private final List<Fleet> fleets;
    private final double scale;
    private final double power;
    private final double spread;

    FleetFailureRates(Catalog catalog) {
        this(catalog.failureRates());
    }

    FleetFailureRates(List<FailureRate> rates) {
        Collection<List<FailureRate>> systems = bySystem(rates).values();
        double hardwareFactor = hardwareFactor(systems);
        this.fleets = systems.stream().flatMap(it -> fleet(it, hardwareFactor).stream()).toList();
        if (fleets.isEmpty()) {
            throw new IllegalArgumentException("The catalog has no failure rates of machines");
        }
        List<Software> observed = systems.stream().flatMap(it -> software(it).stream()).toList();
        this.power = power(observed);
        this.scale = Math.exp(meanLog(observed.stream().map(this::atOne).toList()));
        this.spread =
                observed.stream()
                        .mapToDouble(it -> Math.abs(atOne(it) - Math.log(scale)))
                        .max()
                        .orElse(0);
    }

    List<Fleet> all() {
        return fleets;
    }

    /**
     * Hardware failures per day of a number of machines. The value is that of fleets with this type, else of all. The
     * interval is the spread between fleets of any type: two halls of one company with equal accelerators differed by a
     * factor of three.
     */
    Estimate<Double> hardware(String type, double machines) {
        List<Double> logs = fleets.stream().map(it -> Math.log(it.rate())).toList();
        List<Fleet> same = fleets.stream().filter(it -> it.type().equalsIgnoreCase(type)).toList();
        double mean = meanLog(logs);
        double value =
                same.isEmpty()
                        ? mean
                        : meanLog(same.stream().map(it -> Math.log(it.rate())).toList());
        double wide = student(logs.size() - 1) * deviation(logs) * Math.sqrt(1 + 1.0 / logs.size());
        return estimate(
                machines / THOUSAND,
                new double[] {value, Math.min(value, mean - wide), Math.max(value, mean + wide)},
                hardwareGround(type, same));
    }

    /** Software failures per day of a run on a number of machines. */
    Estimate<Double> software(double machines) {
        double log = Math.log(scale) + power * Math.log(Math.max(1, machines));
        return estimate(
                1,
                new double[] {log, log - spread, log + spread},
                new Ground(
                        Source.MEASURED,
                        "software: jobs on 1, 128 and 2,048 machines, as a power of their number (%s)"
                                .formatted(Format.number(power, 2))));
    }

    private Ground hardwareGround(String type, List<Fleet> same) {
        List<String> names = fleets.stream().map(Fleet::system).toList();
        return same.isEmpty()
                ? new Ground(
                        Source.ASSUMED,
                        "hardware: no known rate of %s; the mean of %s"
                                .formatted(type, Format.list(names)))
                : new Ground(
                        Source.MEASURED,
                        "hardware: %s with %s; the interval is how far %s differ"
                                .formatted(
                                        Format.list(same.stream().map(Fleet::system).toList()),
                                        type,
                                        Format.list(names)));
    }

    private static Estimate<Double> estimate(double factor, double[] logs, Ground ground) {
        return new Estimate<>(
                factor * Math.exp(logs[0]),
                factor * Math.exp(logs[1]),
                factor * Math.exp(logs[2]),
                List.of(ground));
    }

    private static Map<String, List<FailureRate>> bySystem(List<FailureRate> rates) {
        var systems = new LinkedHashMap<String, List<FailureRate>>();
        rates.stream()
                .filter(it -> it.perThousandMachineDays() > 0)
                .forEach(
                        it ->
                                systems.computeIfAbsent(
                                                it.system() + "|" + it.type(),
                                                _ -> new ArrayList<>())
                                        .add(it));
        return systems;
    }

    private static Optional<Fleet> fleet(List<FailureRate> rows, double hardwareFactor) {
        OptionalDouble hardware = hardware(rows);
        if (hardware.isEmpty()) {
            OptionalDouble only = rate(rows, "accelerator");
            hardware =
                    only.isPresent()
                            ? OptionalDouble.of(only.getAsDouble() * hardwareFactor)
                            : only;
        }
        FailureRate any = rows.getFirst();
        return hardware.isPresent()
                ? Optional.of(new Fleet(any.system(), any.type(), hardware.getAsDouble()))
                : Optional.empty();
    }

    private static OptionalDouble hardware(List<FailureRate> rows) {
        OptionalDouble all = rate(rows, "all");
        return all.isPresent()
                ? OptionalDouble.of(all.getAsDouble() - rate(rows, "software").orElse(0))
                : rate(rows, "machine");
    }

    /** All hardware failures over those of accelerators, where both were counted. */
    private static double hardwareFactor(Collection<List<FailureRate>> systems) {
        return systems.stream()
                .filter(it -> rate(it, "all").isPresent() && rate(it, "accelerator").isPresent())
                .mapToDouble(
                        it -> hardware(it).getAsDouble() / rate(it, "accelerator").getAsDouble())
                .average()
                .orElse(1);
    }

    private static List<Software> software(List<FailureRate> rows) {
        var observed = new ArrayList<Software>();
        for (FailureRate row : rows) {
            double machines = (double) row.accelerators().orElse(MACHINE) / MACHINE;
            if (row.interruptions().startsWith("software")) {
                observed.add(
                        new Software(machines, row.perThousandMachineDays() * machines / THOUSAND));
            }
            double rest = row.perThousandMachineDays() - hardware(rows).orElse(0);
            if (row.interruptions().startsWith("job") && rest > 0) {
                observed.add(new Software(machines, rest * machines / THOUSAND));
            }
        }
        return observed;
    }

    private static OptionalDouble rate(List<FailureRate> rows, String what) {
        return rows.stream()
                .filter(it -> it.interruptions().startsWith(what))
                .mapToDouble(FailureRate::perThousandMachineDays)
                .findFirst();
    }

    private double atOne(Software observed) {
        return Math.log(observed.perDay()) - power * Math.log(observed.machines());
    }

    /** The exponent, by least squares of the logarithms. */
    private static double power(List<Software> observed) {
        List<Double> x = observed.stream().map(it -> Math.log(it.machines())).toList();
        double meanX = meanLog(x);
        double meanY = meanLog(observed.stream().map(it -> Math.log(it.perDay())).toList());
        double both = 0;
        double square = 0;
        for (Software it : observed) {
            double dx = Math.log(it.machines()) - meanX;
            both += dx * (Math.log(it.perDay()) - meanY);
            square += dx * dx;
        }
        return square == 0 ? 0 : both / square;
    }

    private static double meanLog(List<Double> logs) {
        return logs.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    private static double deviation(List<Double> logs) {
        double mean = meanLog(logs);
        double squares = logs.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
        return Math.sqrt(squares / Math.max(1, logs.size() - 1));
    }

    private static double student(int freedom) {
        return freedom > STUDENT.length ? NORMAL : STUDENT[Math.max(0, freedom - 1)];
    }
}
