package slipway.plan.compare;

import static slipway.plan.compare.Criterion.AVAILABILITY;
import static slipway.plan.compare.Criterion.DEDICATED;
import static slipway.plan.compare.Criterion.NETWORK;
import static slipway.plan.compare.Criterion.PRICE;
import static slipway.plan.compare.Criterion.SCALABILITY;
import static slipway.plan.compare.Criterion.STORAGE;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.catalog.DatedEntry;
import slipway.catalog.MachineType;
import slipway.catalog.Provider;
import slipway.catalog.StorageTier;
import slipway.plan.compare.ProviderComparison.Score;
import slipway.plan.money.Offer;
import slipway.plan.money.PricingTerms;

/** Scores one provider, criterion by criterion, each with the fact that it rests on. */
final class ProviderScoring {

    /** Of a data center alone, and of a provider that is everywhere. */
    private static final DoublingScale REGIONS = new DoublingScale(1, 30);

    /** Gigabits a second of one accelerator: an office has more than the one, the fastest machines the other. */
    private static final DoublingScale NETWORKS = new DoublingScale(5, 400);

    /** Gigabytes a second that a machine reads. */
    private static final DoublingScale READS = new DoublingScale(0.5, 20);

    /** So many times what the cheapest asks. */
    private static final DoublingScale DEARER = new DoublingScale(4, 1);

    private static final double GIGA = 1e9;
    private static final double BITS = 8;
    private static final int WHOLE = 8;
    private static final double WHOLE_MACHINE = 6;
    private static final double REGIONS_PART = 0.7;
    private static final double SIZES_PART = 0.2;
    private static final double SPOT_PART = 0.1;
    private static final int MANY_SIZES = 3;

    private final ComparisonGoal comparisonGoal;
    private final ProviderFacts providerFacts;
    private final Optional<Money> cheapest;

    /**
     * @param cheapest what anybody asks for an accelerator on demand
     */
    ProviderScoring(
            ComparisonGoal comparisonGoal, ProviderFacts providerFacts, Optional<Money> cheapest) {
        this.comparisonGoal = comparisonGoal;
        this.providerFacts = providerFacts;
        this.cheapest = cheapest;
    }

    List<Score> scores() {
        return List.of(price(), availability(), network(), scalability(), storage(), dedicated());
    }

    private Score price() {
        Optional<Offer> offer = providerFacts.onDemand();
        if (offer.isEmpty() || cheapest.isEmpty()) {
            return unknown(PRICE, "no price on demand is known");
        }
        Estimate<Money> perHour = offer.get().perHour();
        var value =
                new Estimate<>(
                        dearer(perHour.value()),
                        dearer(perHour.high()),
                        dearer(perHour.low()),
                        perHour.grounds());
        String told = "%s, %s".formatted(Format.perHour(perHour.value()), offer.get().note());
        if (offer.get().refused().isPresent()) {
            return new Score(
                    PRICE,
                    comparisonGoal.weight(PRICE),
                    value,
                    false,
                    Format.perHourShort(perHour.value()) + " ?",
                    told + ": too old to be relied on");
        }
        String beside =
                perHour.value().equals(cheapest.get())
                        ? ": nobody asks less"
                        : ": the cheapest asks " + Format.perHour(cheapest.get());
        return score(PRICE, value, Format.perHourShort(perHour.value()), told + beside);
    }

    private double dearer(Money perHour) {
        double least = cheapest.map(Money::millionths).orElse(1L);
        return DEARER.of(Math.max(1, perHour.millionths() / least));
    }

    /** Regions count most, then machines of several sizes, then a spot market beside the price on demand. */
    private Score availability() {
        OptionalInt spot = providerFacts.spotRegions();
        Optional<Provider> row = providerFacts.row().filter(it -> it.regions().isPresent());
        boolean isKnown = spot.isPresent() || row.isPresent();
        long sizes = providerFacts.sizes();
        boolean isSpot = providerFacts.isOn(PricingTerms.SPOT);
        double rest =
                SIZES_PART * DoublingScale.TOP * Math.min(1, (double) sizes / MANY_SIZES)
                        + SPOT_PART * (isSpot ? DoublingScale.TOP : 0);
        String besides =
                "%s of machines%s"
                        .formatted(Format.count(sizes, "size"), isSpot ? ", also on spot" : "");
        if (!isKnown) {
            String because = "in how many regions is not known; %s".formatted(besides);
            return new Score(
                    AVAILABILITY,
                    comparisonGoal.weight(AVAILABILITY),
                    new Estimate<>(
                            rest + REGIONS_PART * DoublingScale.TOP / 2,
                            rest,
                            rest + REGIONS_PART * DoublingScale.TOP,
                            List.of(new Ground(Source.ASSUMED, because))),
                    false,
                    "?",
                    because);
        }
        int regions = spot.orElseGet(() -> row.orElseThrow().regions().orElseThrow());
        String where =
                spot.isPresent()
                        ? "on spot in %s within a year".formatted(Format.count(regions, "region"))
                        : "%s or more in all, %s"
                                .formatted(
                                        Format.count(regions, "region"), told(row.orElseThrow()));
        String because = where + "; " + besides;
        return score(
                AVAILABILITY,
                Estimate.certain(rest + REGIONS_PART * REGIONS.of(regions), declared(because)),
                Format.count(regions, "region"),
                because);
    }

    private Score network() {
        Optional<ComparisonGoal.Figure> measured = measured(NETWORK);
        if (measured.isPresent()) {
            return speed(NETWORK, measured.get().rate(), NETWORKS, said(measured.get()));
        }
        Optional<MachineType> machine = providerFacts.fastest();
        if (machine.isPresent()) {
            return speed(
                    NETWORK,
                    ProviderFacts.perAccelerator(machine.get()),
                    NETWORKS,
                    "%s: %s of %s for %s, by %s"
                            .formatted(
                                    machine.get().name(),
                                    Format.count(ports(machine.get()), "port"),
                                    machine.get().network().orElseThrow().link().name(),
                                    Format.accelerators(
                                            machine.get().accelerators(), providerFacts.type()),
                                    machine.get().source()));
        }
        Optional<Provider> row = providerFacts.row().filter(it -> it.network().isPresent());
        return row.map(it -> speed(NETWORK, it.network().orElseThrow(), NETWORKS, told(it)))
                .orElseGet(
                        () -> unknown(NETWORK, "how its machines reach each other is not known"));
    }

    private static int ports(MachineType machineType) {
        return machineType.network().orElseThrow().ports();
    }

    private Score storage() {
        Optional<ComparisonGoal.Figure> measured = measured(STORAGE);
        if (measured.isPresent()) {
            return speed(STORAGE, measured.get().rate(), READS, said(measured.get()));
        }
        Optional<Provider> row = providerFacts.row().filter(it -> it.storage().isPresent());
        if (row.isPresent()) {
            return speed(STORAGE, row.get().storage().orElseThrow(), READS, told(row.get()));
        }
        Optional<StorageTier> tier = providerFacts.storage();
        return tier.map(
                        it ->
                                speed(
                                        STORAGE,
                                        it.readBandwidth(1),
                                        READS,
                                        "%s, %s".formatted(it.name(), listed(it))))
                .orElseGet(() -> unknown(STORAGE, "no storage of theirs is in the catalog"));
    }

    private Score speed(
            Criterion criterion, Bytes rate, DoublingScale doublingScale, String because) {
        boolean bits = criterion == NETWORK;
        double figure = rate.count() / GIGA * (bits ? BITS : 1);
        String text =
                bits
                        ? Format.number(Math.rint(figure * 10) / 10) + " Gb/s"
                        : Format.bytes(rate) + "/s";
        String each = bits ? " for each accelerator; " : " read by a machine; ";
        return score(
                criterion,
                doublingScale.at(figure, declared(because)),
                text,
                text + each + because);
    }

    /** What reaches as far as wanted scores ten, what does not less by each halving. */
    private Score scalability() {
        int most = Math.max(comparisonGoal.accelerators(), 2);
        Optional<Provider> row = providerFacts.row().filter(it -> it.largestCluster().isPresent());
        int machine = providerFacts.largestMachine();
        var doublingScale = new DoublingScale(1, most);
        if (row.isPresent()) {
            int largest = Math.max(machine, row.get().largestCluster().orElseThrow());
            String because = "%s together, %s".formatted(Format.count(largest), told(row.get()));
            return score(
                    SCALABILITY,
                    doublingScale.at(largest, declared(because)),
                    Format.count(largest),
                    because);
        }
        if (machine >= most) {
            String because = "%s in one machine".formatted(Format.count(machine));
            return score(
                    SCALABILITY,
                    doublingScale.at(machine, declared(because)),
                    Format.count(machine),
                    because);
        }
        String because =
                "%s in one machine; how many machines can be had together is not known"
                        .formatted(Format.count(machine));
        return new Score(
                SCALABILITY,
                comparisonGoal.weight(SCALABILITY),
                DoublingScale.atLeast(doublingScale.of(machine), because),
                false,
                Format.count(machine) + "+",
                because);
    }

    private Score dedicated() {
        Optional<Provider> row = providerFacts.row().filter(it -> it.dedicated().isPresent());
        if (row.isPresent()) {
            boolean yes = row.get().dedicated().orElseThrow();
            return certain(yes ? "yes" : "no", yes ? DoublingScale.TOP : 0, told(row.get()));
        }
        if (providerFacts.metal().isPresent()) {
            return certain(
                    "yes",
                    DoublingScale.TOP,
                    providerFacts.metal().get().name() + " is a bare machine");
        }
        if (providerFacts.largestMachine() >= WHOLE) {
            return certain(
                    "whole",
                    WHOLE_MACHINE,
                    "machines of %d are let as a whole, so no neighbour shares their accelerators"
                            .formatted(providerFacts.largestMachine()));
        }
        return unknown(DEDICATED, "whether machines can be had alone is not known");
    }

    private Score certain(String figure, double score, String because) {
        return score(DEDICATED, Estimate.certain(score, declared(because)), figure, because);
    }

    private Optional<ComparisonGoal.Figure> measured(Criterion what) {
        return comparisonGoal.measured().stream()
                .filter(
                        it ->
                                it.what() == what
                                        && it.provider().equalsIgnoreCase(providerFacts.provider()))
                .max((one, other) -> one.day().compareTo(other.day()));
    }

    private static String said(ComparisonGoal.Figure figure) {
        return "measured on %s: %s".formatted(figure.day(), figure.note());
    }

    private String told(Provider row) {
        return "%s, by providers.txt (%s)".formatted(listed(row), row.source());
    }

    private String listed(DatedEntry datedEntry) {
        return "listed %s ago"
                .formatted(Format.count(datedEntry.ageInDays(providerFacts.now()), "day"));
    }

    private static Ground declared(String sentence) {
        return new Ground(Source.DECLARED, sentence);
    }

    private Score score(
            Criterion criterion, Estimate<Double> value, String figure, String because) {
        return new Score(criterion, comparisonGoal.weight(criterion), value, true, figure, because);
    }

    private Score unknown(Criterion criterion, String because) {
        return new Score(
                criterion,
                comparisonGoal.weight(criterion),
                DoublingScale.unknown(because),
                false,
                "?",
                because);
    }
}
