package slipway.plan.money;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.catalog.Catalog;
import slipway.catalog.DatedEntry;
import slipway.catalog.MachineType;
import slipway.catalog.OwnHardware;
import slipway.catalog.Price;

/**
 * Makes offers of catalog prices: finds the machine, and adds the age of the price and the reason why it may not be
 * chosen.
 */
final class CatalogOffers {

    private static final String OWN = "own";

    private final Catalog catalog;
    private final Instant now;

    CatalogOffers(Catalog catalog, Instant now) {
        this.catalog = catalog;
        this.now = now;
    }

    /** The offer of a listed price. */
    Offer of(Price price, Estimate<Money> perHour) {
        Optional<MachineType> machine = machine(price);
        return new Offer(
                price.provider(),
                price.region(),
                PricingTerms.of(price.kind()),
                price.product().machine(),
                price.product().type(),
                machine.map(MachineType::accelerators).orElse(price.product().accelerators()),
                machine.flatMap(CatalogOffers::network),
                new Offer.QuotedPrice(
                        perHour,
                        OptionalLong.of(price.ageInDays(now)),
                        price.describe(now) + ", by " + price.source(),
                        refusal(price)));
    }

    private Optional<MachineType> machine(Price price) {
        return price.product().machine().stream()
                .flatMap(name -> catalog.machines(name).stream())
                .filter(it -> it.provider().equals(price.provider()))
                .findFirst();
    }

    private static Optional<Bytes> network(MachineType machineType) {
        return machineType
                .network()
                .map(
                        it ->
                                new Bytes(
                                        it.bandwidthPerDirection().count()
                                                / machineType.accelerators()));
    }

    private Optional<Offer.Refusal> refusal(Price price) {
        return price.confidence()
                .doubt()
                .map(doubt -> new Offer.Refusal(true, doubt))
                .or(
                        () ->
                                price.isUsable(now)
                                        ? Optional.empty()
                                        : Optional.of(
                                                new Offer.Refusal(
                                                        false,
                                                        "listed %s ago, more than %d"
                                                                .formatted(
                                                                        Format.count(
                                                                                price.ageInDays(
                                                                                        now),
                                                                                "day"),
                                                                        DatedEntry.USABLE_DAYS))));
    }

    /** The largest machine of this type that teams buy, by the catalog. */
    private Optional<MachineType> boughtMachine(String type) {
        return catalog.machines().stream()
                .filter(it -> it.provider().equals(OWN))
                .filter(it -> it.type().equalsIgnoreCase(type))
                .max(Comparator.comparingInt(MachineType::accelerators));
    }

    /**
     * The offer of existing nodes. Their network is unknown and assumed to be that of the machines that teams buy.
     *
     * @param taken accelerators of a node that are taken together
     */
    Offer own(OwnNodes nodes, int taken) {
        String note =
                "this cluster: %s of %d, at %s for an hour of each"
                        .formatted(
                                Format.count(nodes.count(), "node"),
                                nodes.perNode(),
                                Format.money(nodes.perHour()));
        return new Offer(
                OWN,
                Offers.HERE,
                PricingTerms.OWN,
                Optional.empty(),
                nodes.type(),
                taken,
                boughtMachine(nodes.type()).flatMap(CatalogOffers::network),
                new Offer.QuotedPrice(
                        Estimate.certain(nodes.perHour(), new Ground(Source.DECLARED, note)),
                        OptionalLong.empty(),
                        note,
                        Optional.empty()));
    }

    /** The offer of purchased hardware in an unknown quantity. */
    Offer own(OwnHardware hardware) {
        Optional<MachineType> like = boughtMachine(hardware.type());
        String note =
                "own hardware %s: %s"
                        .formatted(
                                hardware.name(),
                                Format.list(
                                        hardware.lines().stream()
                                                .map(
                                                        line ->
                                                                line.what()
                                                                        + " "
                                                                        + Format.perHourShort(
                                                                                line.perHour()))
                                                .toList()));
        return new Offer(
                OWN,
                Offers.HERE,
                PricingTerms.OWN,
                Optional.of(hardware.name()),
                hardware.type(),
                like.map(MachineType::accelerators).orElse(1),
                like.flatMap(CatalogOffers::network),
                new Offer.QuotedPrice(
                        Estimate.certain(
                                hardware.perHour().perGpuHour(), new Ground(Source.DECLARED, note)),
                        OptionalLong.empty(),
                        note,
                        Optional.empty()));
    }
}
