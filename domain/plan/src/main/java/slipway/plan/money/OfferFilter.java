package slipway.plan.money;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The providers, regions and terms that a user accepts. An empty set accepts all.
 *
 * @param providers provider names; {@code shadeform} also means {@code shadeform/lambda}. A named provider's outdated
 *     prices are accepted too
 * @param regions prefixes of region names; {@code us} also means {@code us-east-1}
 */
public record OfferFilter(Set<String> providers, Set<String> regions, Set<PricingTerms> terms) {

    public static final OfferFilter ANY = new OfferFilter(Set.of(), Set.of(), Set.of());

    private static final Set<String> EVERYWHERE = Set.of("any", Offers.HERE);

    public OfferFilter {
        providers = lowerCase(providers);
        regions = lowerCase(regions);
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
                && (providers.isEmpty() || namesProvider(offer))
                && (regions.isEmpty() || isInRegion(offer.region().toLowerCase(Locale.ROOT)))
                && offer.price()
                        .refusal()
                        .map(it -> !it.doubted() && namesProvider(offer))
                        .orElse(true);
    }

    /** Whether a provider of this name is accepted. */
    public boolean allowsProvider(String provider) {
        return providers.isEmpty() || namesProvider(provider.toLowerCase(Locale.ROOT));
    }

    private boolean namesProvider(Offer offer) {
        return namesProvider(offer.provider().toLowerCase(Locale.ROOT));
    }

    private boolean namesProvider(String provider) {
        int reseller = provider.indexOf('/');
        return providers.contains(provider)
                || (reseller > 0 && providers.contains(provider.substring(0, reseller)));
    }

    /** Whether an offer is in an accepted region. Prices for the cheapest or the median region state no region. */
    private boolean isInRegion(String region) {
        return EVERYWHERE.contains(region)
                || regions.stream()
                        .anyMatch(
                                wanted -> region.equals(wanted) || region.startsWith(wanted + "-"));
    }

    private static Set<String> lowerCase(Set<String> names) {
        var lower = new TreeSet<String>();
        names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
        return Set.copyOf(lower);
    }
}
