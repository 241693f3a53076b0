package slipway.plan.money;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * From whom, where and on which terms a person would take accelerators; what is empty does not matter.
 *
 * @param providers {@code shadeform} also means {@code shadeform/lambda}. Whoever names a provider takes its old prices
 *     too
 * @param regions the beginning of a provider's name for it: {@code us} also means {@code us-east-1}
 */
public record OfferFilter(Set<String> providers, Set<String> regions, Set<PricingTerms> terms) {

    public static final OfferFilter ANY = new OfferFilter(Set.of(), Set.of(), Set.of());

    private static final Set<String> EVERYWHERE = Set.of("any", Offers.HERE);

    public OfferFilter {
        providers = lower(providers);
        regions = lower(regions);
        terms = Set.copyOf(terms);
    }

    public OfferFilter from(String... names) {
        return new OfferFilter(Set.of(names), regions, terms);
    }

    public OfferFilter within(String... places) {
        return new OfferFilter(providers, Set.of(places), terms);
    }

    public OfferFilter on(PricingTerms... wanted) {
        return new OfferFilter(providers, regions, Set.of(wanted));
    }

    boolean allows(Offer offer) {
        return (terms.isEmpty() || terms.contains(offer.terms()))
                && (providers.isEmpty() || named(offer))
                && (regions.isEmpty() || lies(offer.region().toLowerCase(Locale.ROOT)))
                && offer.refused().map(it -> !it.doubted() && named(offer)).orElse(true);
    }

    /** Whether a provider of this name would do. */
    public boolean means(String provider) {
        return providers.isEmpty() || named(provider.toLowerCase(Locale.ROOT));
    }

    private boolean named(Offer offer) {
        return named(offer.provider().toLowerCase(Locale.ROOT));
    }

    private boolean named(String provider) {
        int reseller = provider.indexOf('/');
        return providers.contains(provider)
                || (reseller > 0 && providers.contains(provider.substring(0, reseller)));
    }

    /** A price that is the cheapest or the median of all regions says nothing of one region. */
    private boolean lies(String region) {
        return EVERYWHERE.contains(region)
                || regions.stream()
                        .anyMatch(
                                wanted -> region.equals(wanted) || region.startsWith(wanted + "-"));
    }

    private static Set<String> lower(Set<String> names) {
        var lower = new TreeSet<String>();
        names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
        return Set.copyOf(lower);
    }
}
