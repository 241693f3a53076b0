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

/** Makes offers of what the catalog lists: finds the machine, and says how old a price is and what is against it. */
final class CatalogOffers {

    private static final String OWN = "own";

    private final Catalog catalog;
    private final Instant now;

    CatalogOffers(Catalog catalog, Instant now) {
        this.catalog = catalog;
        this.now = now;
    }

    /** As somebody listed it. */
    Offer of(Price price, Estimate<Money> perHour) {
        Optional<MachineType> machine = machine(price);
        return new Offer(
                price.provider(),
                price.region(),
                PricingTerms.of(price.kind()),
                price.machine(),
                price.type(),
                machine.map(MachineType::accelerators).orElse(price.accelerators()),
                perHour,
                OptionalLong.of(price.ageInDays(now)),
                machine.flatMap(CatalogOffers::network),
                price.describe(now) + ", by " + price.source(),
                refused(price));
    }

    private Optional<MachineType> machine(Price price) {
        return price.machine().stream()
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

    private Optional<Offer.Refusal> refused(Price price) {
        return price.doubt()
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

    /** The catalog says how large machines are that teams buy; it is the largest of that type. */
    private Optional<MachineType> bought(String type) {
        return catalog.machines().stream()
                .filter(it -> it.provider().equals(OWN))
                .filter(it -> it.type().equalsIgnoreCase(type))
                .max(Comparator.comparingInt(MachineType::accelerators));
    }

    /**
     * Nodes that are there. How they reach each other nobody says: it is taken to be as in machines that teams buy.
     *
     * @param taken so many of a node's accelerators are taken together
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
                Estimate.certain(nodes.perHour(), new Ground(Source.DECLARED, note)),
                OptionalLong.empty(),
                bought(nodes.type()).flatMap(CatalogOffers::network),
                note,
                Optional.empty());
    }

    /** Hardware that was bought, of which nobody says how much. */
    Offer own(OwnHardware hardware) {
        Optional<MachineType> like = bought(hardware.type());
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
                Estimate.certain(
                        hardware.perHour().perGpuHour(), new Ground(Source.DECLARED, note)),
                OptionalLong.empty(),
                like.flatMap(CatalogOffers::network),
                note,
                Optional.empty());
    }
}
