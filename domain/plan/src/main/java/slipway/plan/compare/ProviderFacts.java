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
 * The catalog's facts on one provider and one type. The machines of a reseller ({@code shadeform/lambda}) are those of
 * the operator.
 *
 * @param offers offers of this type that are at most outdated, the cheapest first
 */
record ProviderFacts(
        Catalog catalog, String provider, String type, List<Offer> offers, Instant now) {

    ProviderFacts {
        offers = List.copyOf(offers);
    }

    private String operator() {
        return provider.substring(provider.indexOf('/') + 1);
    }

    private boolean isNamed(String name) {
        return name.equalsIgnoreCase(provider) || name.equalsIgnoreCase(operator());
    }

    Optional<Provider> row() {
        return catalog.providers().stream()
                .filter(it -> it.name().equalsIgnoreCase(provider))
                .findFirst()
                .or(
                        () ->
                                catalog.providers().stream()
                                        .filter(it -> it.name().equalsIgnoreCase(operator()))
                                        .findFirst());
    }

    List<MachineType> machines() {
        return catalog.machines().stream()
                .filter(it -> isNamed(it.provider()) && it.type().equals(type))
                .toList();
    }

    /** The number of machine sizes. */
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

    boolean hasTerms(PricingTerms pricingTerms) {
        return offers.stream().anyMatch(it -> it.terms() == pricingTerms);
    }

    /** The number of regions with their own spot price of this type. */
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

    /** The fastest storage tier that outlives its machine. */
    Optional<StorageTier> storage() {
        return catalog.storage().stream()
                .filter(it -> isNamed(it.provider()))
                .filter(it -> it.scope() != StorageTier.BandwidthScope.LOCAL)
                .max(Comparator.comparing((StorageTier it) -> it.readBandwidth(1)));
    }

    /** A machine whose name says that it is bare metal. */
    Optional<MachineType> bareMetal() {
        return machines().stream()
                .filter(it -> it.name().matches("(?i)BM\\..*|.*[.-]metal.*"))
                .findFirst();
    }

    /** The cheapest current offer on demand, else the cheapest outdated one. */
    Optional<Offer> onDemand() {
        return current().or(() -> onDemands().findFirst());
    }

    /** The cheapest offer on demand that may be chosen automatically. */
    Optional<Offer> current() {
        return onDemands().filter(it -> it.price().refusal().isEmpty()).findFirst();
    }

    private Stream<Offer> onDemands() {
        return offers.stream().filter(it -> it.terms() == PricingTerms.ON_DEMAND);
    }
}
