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

/** Scores one provider by each criterion, with the fact behind each score. */
final class ProviderScoring {

    /** Regions: from a single data center to a global provider. */
    private static final DoublingScale REGIONS = new DoublingScale(1, 30);

    /** Gigabits per second of one accelerator: from an office network to the fastest machines. */
    private static final DoublingScale NETWORKS = new DoublingScale(5, 400);

    /** Gigabytes per second that a machine reads. */
    private static final DoublingScale READS = new DoublingScale(0.5, 20);

    /** Price relative to the cheapest provider. */
    private static final DoublingScale PRICE_FACTORS = new DoublingScale(4, 1);

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
     * @param cheapest the lowest price of an accelerator on demand
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
        Estimate<Money> perHour = offer.get().price().perHour();
        var value =
                new Estimate<>(
                        priceScore(perHour.value()),
                        priceScore(perHour.high()),
                        priceScore(perHour.low()),
                        perHour.grounds());
        String listed =
                "%s, %s".formatted(Format.perHour(perHour.value()), offer.get().price().note());
        if (offer.get().price().refusal().isPresent()) {
            return new Score(
                    PRICE,
                    comparisonGoal.weight(PRICE),
                    value,
                    false,
                    Format.perHourShort(perHour.value()) + " ?",
                    listed + ": too old to be relied on");
        }
        String comparison =
                perHour.value().equals(cheapest.get())
                        ? ": the lowest price"
                        : ": the cheapest asks " + Format.perHour(cheapest.get());
        return score(PRICE, value, Format.perHourShort(perHour.value()), listed + comparison);
    }

    private double priceScore(Money perHour) {
        double least = cheapest.map(Money::millionths).orElse(1L);
        return PRICE_FACTORS.score(Math.max(1, perHour.millionths() / least));
    }

    /** Regions count most, then machine sizes, then a spot market. */
    private Score availability() {
        OptionalInt spot = providerFacts.spotRegions();
        Optional<Provider> row = providerFacts.row().filter(it -> it.regions().isPresent());
        boolean isKnown = spot.isPresent() || row.isPresent();
        long sizes = providerFacts.sizes();
        boolean isSpot = providerFacts.hasTerms(PricingTerms.SPOT);
        double rest =
                SIZES_PART * DoublingScale.MAX_SCORE * Math.min(1, (double) sizes / MANY_SIZES)
                        + SPOT_PART * (isSpot ? DoublingScale.MAX_SCORE : 0);
        String besides =
                "%s of machines%s"
                        .formatted(Format.count(sizes, "size"), isSpot ? ", also on spot" : "");
        if (!isKnown) {
            String reason = "in how many regions is not known; %s".formatted(besides);
            return new Score(
                    AVAILABILITY,
                    comparisonGoal.weight(AVAILABILITY),
                    new Estimate<>(
                            rest + REGIONS_PART * DoublingScale.MAX_SCORE / 2,
                            rest,
                            rest + REGIONS_PART * DoublingScale.MAX_SCORE,
                            List.of(new Ground(Source.ASSUMED, reason))),
                    false,
                    "?",
                    reason);
        }
        int regions = spot.orElseGet(() -> row.orElseThrow().regions().orElseThrow());
        String where =
                spot.isPresent()
                        ? "on spot in %s within a year".formatted(Format.count(regions, "region"))
                        : "%s or more in all, %s"
                                .formatted(
                                        Format.count(regions, "region"),
                                        describeListed(row.orElseThrow()));
        String reason = where + "; " + besides;
        return score(
                AVAILABILITY,
                Estimate.certain(rest + REGIONS_PART * REGIONS.score(regions), declared(reason)),
                Format.count(regions, "region"),
                reason);
    }

    private Score network() {
        Optional<ComparisonGoal.MeasuredSpeed> measured = measured(NETWORK);
        if (measured.isPresent()) {
            return speedScore(
                    NETWORK, measured.get().rate(), NETWORKS, describeMeasured(measured.get()));
        }
        Optional<MachineType> machine = providerFacts.fastest();
        if (machine.isPresent()) {
            return speedScore(
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
        return row.map(
                        it ->
                                speedScore(
                                        NETWORK,
                                        it.network().orElseThrow(),
                                        NETWORKS,
                                        describeListed(it)))
                .orElseGet(
                        () -> unknown(NETWORK, "how its machines reach each other is not known"));
    }

    private static int ports(MachineType machineType) {
        return machineType.network().orElseThrow().ports();
    }

    private Score storage() {
        Optional<ComparisonGoal.MeasuredSpeed> measured = measured(STORAGE);
        if (measured.isPresent()) {
            return speedScore(
                    STORAGE, measured.get().rate(), READS, describeMeasured(measured.get()));
        }
        Optional<Provider> row = providerFacts.row().filter(it -> it.storage().isPresent());
        if (row.isPresent()) {
            return speedScore(
                    STORAGE, row.get().storage().orElseThrow(), READS, describeListed(row.get()));
        }
        Optional<StorageTier> tier = providerFacts.storage();
        return tier.map(
                        it ->
                                speedScore(
                                        STORAGE,
                                        it.readBandwidth(1),
                                        READS,
                                        "%s, %s".formatted(it.name(), describeAge(it))))
                .orElseGet(() -> unknown(STORAGE, "no storage of theirs is in the catalog"));
    }

    private Score speedScore(
            Criterion criterion, Bytes rate, DoublingScale doublingScale, String reason) {
        boolean bits = criterion == NETWORK;
        double figure = rate.count() / GIGA * (bits ? BITS : 1);
        String text =
                bits
                        ? Format.number(Math.rint(figure * 10) / 10) + " Gb/s"
                        : Format.bytes(rate) + "/s";
        String each = bits ? " for each accelerator; " : " read by a machine; ";
        return score(
                criterion,
                doublingScale.known(figure, declared(reason)),
                text,
                text + each + reason);
    }

    /** A provider that offers the wanted number together scores 10; each halving scores less. */
    private Score scalability() {
        int most = Math.max(comparisonGoal.accelerators(), 2);
        Optional<Provider> row = providerFacts.row().filter(it -> it.largestCluster().isPresent());
        int machine = providerFacts.largestMachine();
        var doublingScale = new DoublingScale(1, most);
        if (row.isPresent()) {
            int largest = Math.max(machine, row.get().largestCluster().orElseThrow());
            String reason =
                    "%s together, %s".formatted(Format.count(largest), describeListed(row.get()));
            return score(
                    SCALABILITY,
                    doublingScale.known(largest, declared(reason)),
                    Format.count(largest),
                    reason);
        }
        if (machine >= most) {
            String reason = "%s in one machine".formatted(Format.count(machine));
            return score(
                    SCALABILITY,
                    doublingScale.known(machine, declared(reason)),
                    Format.count(machine),
                    reason);
        }
        String reason =
                "%s in one machine; how many machines can be had together is not known"
                        .formatted(Format.count(machine));
        return new Score(
                SCALABILITY,
                comparisonGoal.weight(SCALABILITY),
                DoublingScale.atLeast(doublingScale.score(machine), reason),
                false,
                Format.count(machine) + "+",
                reason);
    }

    private Score dedicated() {
        Optional<Provider> row = providerFacts.row().filter(it -> it.dedicated().isPresent());
        if (row.isPresent()) {
            boolean yes = row.get().dedicated().orElseThrow();
            return certain(
                    yes ? "yes" : "no",
                    yes ? DoublingScale.MAX_SCORE : 0,
                    describeListed(row.get()));
        }
        if (providerFacts.bareMetal().isPresent()) {
            return certain(
                    "yes",
                    DoublingScale.MAX_SCORE,
                    providerFacts.bareMetal().get().name() + " is a bare machine");
        }
        if (providerFacts.largestMachine() >= WHOLE) {
            return certain(
                    "whole",
                    WHOLE_MACHINE,
                    "machines of %d are let as a whole, so no neighbor shares their accelerators"
                            .formatted(providerFacts.largestMachine()));
        }
        return unknown(DEDICATED, "whether machines can be had alone is not known");
    }

    private Score certain(String figure, double score, String reason) {
        return score(DEDICATED, Estimate.certain(score, declared(reason)), figure, reason);
    }

    private Optional<ComparisonGoal.MeasuredSpeed> measured(Criterion what) {
        return comparisonGoal.measured().stream()
                .filter(
                        it ->
                                it.criterion() == what
                                        && it.provider().equalsIgnoreCase(providerFacts.provider()))
                .max((one, other) -> one.day().compareTo(other.day()));
    }

    private static String describeMeasured(ComparisonGoal.MeasuredSpeed figure) {
        return "measured on %s: %s".formatted(figure.day(), figure.note());
    }

    private String describeListed(Provider row) {
        return "%s, by providers.txt (%s)".formatted(describeAge(row), row.source());
    }

    private String describeAge(DatedEntry datedEntry) {
        return "listed %s ago"
                .formatted(Format.count(datedEntry.ageInDays(providerFacts.now()), "day"));
    }

    private static Ground declared(String sentence) {
        return new Ground(Source.DECLARED, sentence);
    }

    private Score score(Criterion criterion, Estimate<Double> value, String figure, String reason) {
        return new Score(criterion, comparisonGoal.weight(criterion), value, true, figure, reason);
    }

    private Score unknown(Criterion criterion, String reason) {
        return new Score(
                criterion,
                comparisonGoal.weight(criterion),
                DoublingScale.unknown(reason),
                false,
                "?",
                reason);
    }
}
