package slipway.catalog;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.GpuPrice;
import slipway.base.Money;
import slipway.base.text.Format;

/**
 * The hourly price of a provider on a day. It is stored for the whole machine, exactly as listed; the share of one
 * accelerator is rounded once.
 *
 * @param region {@code us}, {@code cheapest}, {@code typical} (the median) or {@code any}, or the provider's own name
 * @param source source of the price
 */
public record Price(
        String provider,
        Product product,
        String region,
        Kind kind,
        Money perHour,
        LocalDate date,
        String source,
        Confidence confidence)
        implements DatedEntry {

    /**
     * What is sold for the price.
     *
     * @param machine of {@link Catalog#machines}; empty where accelerators are sold by number
     * @param type accelerator type
     * @param accelerators number of accelerators; the price is linear beyond it
     */
    public record Product(Optional<String> machine, String type, int accelerators) {

        public Product {
            if (type.isBlank() || accelerators < 1) {
                throw new IllegalArgumentException("A price is of accelerators: " + type);
            }
        }
    }

    /**
     * How far the price can be relied on.
     *
     * @param doubt why the price is implausible; empty for a plausible price
     * @param drift how fast the provider's prices change
     */
    public record Confidence(Optional<String> doubt, PriceDrift drift) {

        /** The same with this doubt, unless there is one already. */
        public Confidence doubted(String because) {
            return new Confidence(doubt.or(() -> Optional.of(because)), drift);
        }
    }

    /** The terms of a price. */
    public enum Kind {
        ON_DEMAND,
        /** It can be taken away at short notice. */
        SPOT,
        /** Paid whether used or not. */
        RESERVED;

        /** The name in files and texts: {@code on demand}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    public Price {
        if (provider.isBlank() || region.isBlank()) {
            throw new IllegalArgumentException(
                    "A price needs a provider and a region: " + provider);
        }
        if (perHour.millionths() < 1) {
            throw new IllegalArgumentException("A price must be positive: " + perHour);
        }
    }

    /** The price of one accelerator for one hour. */
    public GpuPrice perAccelerator() {
        return new GpuPrice(shareOfOne(perHour));
    }

    /** Whether it may be selected automatically: it is plausible and not too old. */
    public boolean isSelectable(Instant now) {
        return confidence.doubt.isEmpty() && isUsable(now);
    }

    /**
     * The hourly price of one accelerator now: as listed while current, later with an interval by the provider's drift.
     */
    public Estimate<Money> estimate(Instant now) {
        Money value = shareOfOne(perHour);
        var ground = new Ground(Source.DECLARED, describe(now));
        if (isCurrent(now)) {
            return Estimate.certain(value, ground);
        }
        long days = ageInDays(now);
        return new Estimate<>(
                value,
                confidence.drift.low(value, days),
                confidence.drift.high(value, days),
                List.of(ground));
    }

    /** {@code aws p5.48xlarge on demand (us), listed 86 days ago}. */
    public String describe(Instant now) {
        return "%s %s %s (%s), listed %s ago"
                .formatted(
                        provider,
                        product.machine.orElse(
                                Format.accelerators(product.accelerators, product.type)),
                        kind.label(),
                        region,
                        Format.count(ageInDays(now), "day"));
    }

    Price withDoubt(String because) {
        return new Price(
                provider,
                product,
                region,
                kind,
                perHour,
                date,
                source,
                confidence.doubted(because));
    }

    private Money shareOfOne(Money whole) {
        var exact = BigDecimal.valueOf(whole.millionths());
        var one = exact.divide(BigDecimal.valueOf(product.accelerators), 0, RoundingMode.HALF_EVEN);
        return new Money(Math.max(1, one.longValueExact()), whole.currency());
    }
}
