package slipway.plan.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.catalog.Catalog;
import slipway.catalog.OwnHardware;
import slipway.catalog.StorageTier;
import slipway.plan.money.Bill.Category;

class OfferPricingTest {

    private static final Instant NOW = Instant.parse("2026-09-17T12:00:00Z");
    private static final Ground SAID = new Ground(Source.DECLARED, "said");

    @Test
    void a_run_costs_its_machines_for_its_duration() {
        // 12 accelerators in machines of 8 are two machines: 16 are billed.
        Bill bill = OfferPricing.bill(offer(2, 2, 2), 12, hours(9, 10, 12));
        assertThat(bill.total().value()).isEqualTo(Money.dollars(320));
        assertThat(bill.total().low()).isEqualTo(Money.dollars(288));
        assertThat(bill.total().high()).isEqualTo(Money.dollars(384));
    }

    @Test
    void errors_of_price_and_time_combine_as_independent() {
        Money most = OfferPricing.bill(offer(1, 2, 4), 8, hours(5, 10, 20)).total().high();
        // Each may be double: together 2^sqrt(2), not four times.
        assertThat(IntervalArithmetic.ratio(most, Money.dollars(160)))
                .isCloseTo(Math.pow(2, Math.sqrt(2)), within(1e-6));
    }

    @Test
    void storage_egress_and_requests_have_separate_lines_with_the_age_of_the_price() {
        StorageTier s3 = tier("s3-standard");
        var kept =
                new OfferPricing.StoredBytes(
                        Bytes.gigabytes(300),
                        Duration.ofMinutes((long) (730.5 * 60)),
                        Bytes.gigabytes(6_400),
                        Bytes.gigabytes(640),
                        Bytes.gigabytes(100));
        Bill bill =
                OfferPricing.bill(offer(2, 2, 2), 8, hours(10, 10, 10))
                        .with(OfferPricing.storageLines(s3, kept, NOW));
        assertThat(bill.lines().stream().map(Bill.Line::category))
                .containsExactly(
                        Category.ACCELERATORS,
                        Category.STORAGE,
                        Category.REQUESTS,
                        Category.REQUESTS,
                        Category.EGRESS);
        // 300 x $0.023; 100,000 parts x $0.005 and 10,000 x $0.0004 for a thousand; 100 x $0.09.
        assertThat(bill.lines().stream().map(it -> it.amount().value().millionths()))
                .containsExactly(160_000_000L, 6_900_000L, 500_000L, 4_000L, 9_000_000L);
        assertThat(bill.total().value().millionths()).isEqualTo(176_404_000L);
        assertThat(bill.lines().get(1).note()).isEqualTo("aws s3-standard, listed 624 days ago");
        assertThat(bill.lines().get(1).amount().high().millionths()).isGreaterThan(6_900_000L);
        assertThat(OfferPricing.storageLines(tier("nfs"), kept, NOW)).isEmpty();
    }

    @Test
    void own_hardware_pays_off_above_the_utilization_at_which_rent_costs_more() {
        var own =
                new OwnHardware(
                        "hall",
                        "H100",
                        new OwnHardware.Purchase(Money.dollars(38_000), 4, Money.dollars(4_000)),
                        new OwnHardware.PowerUse(1_100, 1.3, Money.cents(18, "USD")),
                        Money.dollars(60),
                        Money.dollars(90));
        OfferPricing.BreakEven even = OfferPricing.breakEven(own, offer(2, 3, 5), 0.8);
        // 1.432394 an hour, used or not, against 3.
        assertThat(even.utilization().value()).isCloseTo(0.4775, within(0.0001));
        assertThat(even.utilization().low()).isCloseTo(0.2865, within(0.0001));
        // 38,000 over (3 x 0.8 - 0.462739) x 730.5 a month.
        assertThat(even.months().orElseThrow().value()).isCloseTo(26.85, within(0.01));
        assertThat(even.months().orElseThrow().high()).isGreaterThan(40);
        assertThat(OfferPricing.breakEven(own, offer(2, 3, 5), 0.3).months()).isEmpty();
        assertThatThrownBy(() -> OfferPricing.breakEven(own, offer(2, 3, 5), Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    static Offer offer(int low, int value, int high) {
        return new Offer(
                "provider",
                "any",
                PricingTerms.ON_DEMAND,
                Optional.of("box"),
                "H100",
                8,
                Optional.empty(),
                new Offer.QuotedPrice(
                        price(low, value, high),
                        OptionalLong.of(3),
                        "provider's box, listed 3 days ago",
                        Optional.empty()));
    }

    static Estimate<Money> price(int low, int value, int high) {
        return new Estimate<>(
                Money.dollars(value), Money.dollars(low), Money.dollars(high), List.of(SAID));
    }

    private static Estimate<Duration> hours(int low, int value, int high) {
        return new Estimate<>(
                Duration.ofHours(value),
                Duration.ofHours(low),
                Duration.ofHours(high),
                List.of(SAID));
    }

    private static StorageTier tier(String name) {
        return Catalog.bundled().storage().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
