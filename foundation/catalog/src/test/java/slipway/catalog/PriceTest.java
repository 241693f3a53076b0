package slipway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.testkit.Generator;
import slipway.testkit.Property;

class PriceTest {

    private static final LocalDate LISTED = LocalDate.parse("2026-01-01");
    private static final Generator<Long> DAYS = Generator.longs(0, 2_000);

    private static final Generator<Price> PRICES =
            choices ->
                    price(
                            Generator.longs(1, 1_000_000_000).draw(choices),
                            Generator.ints(1, 16).draw(choices),
                            new PriceDrift(
                                    Generator.ints(0, 100).draw(choices) / 100.0,
                                    Generator.ints(0, 100).draw(choices) / 100.0));

    @Test
    void an_accelerator_costs_its_part_of_the_machine() {
        assertEquals(
                Money.cents(688, "USD"),
                price(55_040_000, 8, new PriceDrift(0.4, 0.4)).perAccelerator().perGpuHour());
        assertEquals(
                new Money(333_333, Money.dollars(0).currency()),
                price(1_000_000, 3, new PriceDrift(0.4, 0.4)).perAccelerator().perGpuHour());
    }

    @Test
    void every_price_shows_its_age() {
        Price price = price(55_040_000, 8, new PriceDrift(0.4, 0.4));
        assertEquals(86, price.ageInDays(after(86)));
        assertEquals(0, price.ageInDays(after(-5)));
        assertThat(price.estimate(after(86)).grounds().getFirst().sentence())
                .isEqualTo("aws p5.48xlarge on demand (us), listed 86 days ago");
    }

    @Test
    void up_to_ninety_days_a_price_is_taken_as_it_is_and_then_it_widens() {
        Price price = price(10_000_000, 1, new PriceDrift(0.4, 0.7));
        Estimate<Money> current = price.estimate(after(90));
        assertEquals(current.low(), current.high());
        Estimate<Money> older = price.estimate(after(91));
        assertThat(older.low()).isLessThan(current.value());
        assertThat(older.high()).isGreaterThan(current.value());
        Estimate<Money> year = price.estimate(after(365));
        assertThat(year.low().millionths()).isBetween(6_700_000L, 6_720_000L);
        assertThat(year.high().millionths()).isBetween(20_110_000L, 20_150_000L);
    }

    @Test
    void the_older_a_price_the_wider_its_interval_and_the_price_itself_stays_within() {
        Property.holds(
                choices -> new Aged(PRICES.draw(choices), DAYS.draw(choices), DAYS.draw(choices)),
                aged -> {
                    long younger = Math.min(aged.one(), aged.other());
                    long older = Math.max(aged.one(), aged.other());
                    Estimate<Money> young = aged.price().estimate(after(younger));
                    Estimate<Money> old = aged.price().estimate(after(older));
                    assertThat(old.low()).isLessThanOrEqualTo(young.low());
                    assertThat(old.high()).isGreaterThanOrEqualTo(young.high());
                    assertEquals(young.value(), old.value());
                });
    }

    private record Aged(Price price, long one, long other) {}

    @Test
    void past_a_year_a_price_is_never_chosen_and_never_again() {
        Property.holds(
                choices -> new Aged(PRICES.draw(choices), DAYS.draw(choices), 0),
                aged ->
                        assertEquals(
                                aged.one() <= 365, aged.price().isSelectable(after(aged.one()))));
        Price price = price(1, 1, new PriceDrift(0, 0));
        assertThat(price.isSelectable(after(365))).isTrue();
        assertThat(price.isSelectable(after(366))).isFalse();
        assertThat(price(1, 1, new PriceDrift(0, 0)).withDoubt("odd").isSelectable(after(0)))
                .isFalse();
    }

    @Test
    void a_commitment_takes_its_share_off_the_price_on_demand_of_its_provider() {
        Price price = price(55_040_000, 8, new PriceDrift(0.4, 0.4));
        Price reserved = new Commitment("aws", 3, 0.35).discounted(price).orElseThrow();
        assertEquals(Price.Kind.RESERVED, reserved.kind());
        assertEquals(new Money(35_776_000, Money.dollars(0).currency()), reserved.perHour());
        assertThat(reserved.source()).startsWith("list, less 35").endsWith("for 3 years");
        assertEquals(price.date(), reserved.date());
        assertEquals(Optional.empty(), new Commitment("gcp", 1, 0.35).discounted(price));
        assertEquals(Optional.empty(), new Commitment("aws", 1, 0.35).discounted(reserved));
        assertThrows(IllegalArgumentException.class, () -> new Commitment("aws", 1, 1));
    }

    @Test
    void own_hardware_costs_the_sum_of_its_lines() {
        var own =
                new OwnHardware(
                        "hall",
                        "H100",
                        new OwnHardware.Purchase(Money.dollars(35_064), 4, Money.dollars(0)),
                        new OwnHardware.PowerUse(1_000, 1.5, Money.cents(20, "USD")),
                        Money.cents(7_305, "USD"),
                        Money.dollars(0));
        assertEquals(
                List.of(
                        new OwnHardware.Line("amortisation", Money.dollars(1)),
                        new OwnHardware.Line("power", Money.cents(30, "USD")),
                        new OwnHardware.Line("space", Money.cents(10, "USD")),
                        new OwnHardware.Line("people", Money.dollars(0))),
                own.lines());
        assertEquals(Money.cents(140, "USD"), own.perHour().perGpuHour());
    }

    @Test
    void what_is_worth_more_used_than_new_was_mistyped() {
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        new OwnHardware(
                                "hall",
                                "H100",
                                new OwnHardware.Purchase(Money.dollars(1), 4, Money.dollars(2)),
                                new OwnHardware.PowerUse(1_000, 1.5, Money.dollars(0)),
                                Money.dollars(0),
                                Money.dollars(0)));
    }

    @Test
    void a_spot_history_knows_its_newest_price_and_how_it_moved() {
        var history =
                new SpotHistory(
                        "aws",
                        "p5.48xlarge",
                        "us-east-1",
                        LISTED,
                        List.of(
                                Optional.of(Money.dollars(9)),
                                Optional.of(Money.dollars(20)),
                                Optional.empty(),
                                Optional.of(Money.dollars(30)),
                                Optional.of(Money.dollars(10)),
                                Optional.empty()));
        assertEquals(Money.dollars(10), history.latestPrice());
        assertEquals(LISTED.plusWeeks(4), history.date());
        assertEquals(Money.dollars(10), history.quantile(0, 5));
        assertEquals(Money.dollars(20), history.quantile(0.5, 5));
        assertEquals(Money.dollars(30), history.quantile(1, 5));
        assertEquals(Money.dollars(9), history.quantile(0, 600));
    }

    private static Price price(long millionths, int accelerators, PriceDrift priceDrift) {
        return new Price(
                "aws",
                new Price.Product(Optional.of("p5.48xlarge"), "H100", accelerators),
                "us",
                Price.Kind.ON_DEMAND,
                new Money(millionths, Money.dollars(0).currency()),
                LISTED,
                "list",
                new Price.Confidence(Optional.empty(), priceDrift));
    }

    private static Instant after(long days) {
        return LISTED.plusDays(days).atStartOfDay().plusHours(13).toInstant(ZoneOffset.UTC);
    }
}
