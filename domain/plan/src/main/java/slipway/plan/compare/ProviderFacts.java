package slipway.plan.compare;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.catalog.Catalog;
import slipway.catalog.MachineType;
import slipway.catalog.Provider;
import slipway.catalog.StorageTier;
import slipway.plan.money.Offer;
import slipway.plan.money.PricingTerms;

/**
 * What the catalog knows of one provider and one type. Of a reseller ({@code shadeform/lambda}) the machines are those
 * of whose they are.
 *
 * @param offers of this type that nothing but their age speaks against, the cheapest first
 */
record ProviderFacts(
        Catalog catalog, String provider, String type, List<Offer> offers, Instant now) {

    ProviderFacts {
        offers = List.copyOf(offers);
    }

    private String maker() {
        return provider.substring(provider.indexOf('/') + 1);
    }

    private boolean isThis(String name) {
        return name.equalsIgnoreCase(provider) || name.equalsIgnoreCase(maker());
    }

    Optional<Provider> row() {
        return catalog.providers().stream()
                .filter(it -> it.name().equalsIgnoreCase(provider))
                .findFirst()
                .or(
                        () ->
                                catalog.providers().stream()
                                        .filter(it -> it.name().equalsIgnoreCase(maker()))
                                        .findFirst());
    }

    List<MachineType> machines() {
        return catalog.machines().stream()
                .filter(it -> isThis(it.provider()) && it.type().equals(type))
                .toList();
    }

    /** Different numbers of accelerators that can be had together in one machine. */
    long sizes() {
        return Stream.concat(
                        machines().stream().map(MachineType::accelerators),
                        offers.stream().map(Offer::perMachine))
                .distinct()
                .count();
    }

    int largestMachine() {
        return Stream.concat(
                        machines().stream().map(MachineType::accelerators),
                        offers.stream().map(Offer::perMachine))
                .max(Comparator.naturalOrder())
                .orElse(1);
    }

    boolean isOn(PricingTerms pricingTerms) {
        return offers.stream().anyMatch(it -> it.terms() == pricingTerms);
    }

    /** Regions in which this type had a spot price of its own. */
    OptionalInt spotRegions() {
        int regions =
                (int)
                        machines().stream()
                                .flatMap(
                                        it ->
                                                catalog
                                                        .spotHistories(it.provider(), it.name())
                                                        .stream())
                                .filter(it -> it.isUsable(now))
                                .map(it -> it.region())
                                .distinct()
                                .count();
        return regions == 0 ? OptionalInt.empty() : OptionalInt.of(regions);
    }

    /** The machine with the fastest network. */
    Optional<MachineType> fastest() {
        return machines().stream()
                .filter(it -> it.network().isPresent())
                .max(Comparator.comparing(ProviderFacts::perAccelerator));
    }

    static Bytes perAccelerator(MachineType machineType) {
        return machineType
                .network()
                .map(
                        it ->
                                new Bytes(
                                        it.bandwidthPerDirection().count()
                                                / machineType.accelerators()))
                .orElse(Bytes.ZERO);
    }

    /** The fastest that is not lost with its machine. */
    Optional<StorageTier> storage() {
        return catalog.storage().stream()
                .filter(it -> isThis(it.provider()))
                .filter(it -> it.scope() != StorageTier.BandwidthScope.LOCAL)
                .max(Comparator.comparing((StorageTier it) -> it.readBandwidth(1)));
    }

    /** A machine whose name says that nobody else is on it. */
    Optional<MachineType> metal() {
        return machines().stream()
                .filter(it -> it.name().matches("(?i)BM\\..*|.*[.-]metal.*"))
                .findFirst();
    }

    /** The cheapest on demand that is not too old; else the cheapest that is. */
    Optional<Offer> onDemand() {
        return current().or(() -> onDemands().findFirst());
    }

    /** The cheapest on demand that may be chosen by itself. */
    Optional<Offer> current() {
        return onDemands().filter(it -> it.refused().isEmpty()).findFirst();
    }

    private Stream<Offer> onDemands() {
        return offers.stream().filter(it -> it.terms() == PricingTerms.ON_DEMAND);
    }
}
