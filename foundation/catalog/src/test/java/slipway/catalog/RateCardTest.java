package slipway.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.GpuPrice;
import slipway.base.GpuTime;
import slipway.base.Money;

class RateCardTest {

    private static final GpuPrice TWO_FORTY = new GpuPrice(Money.cents(240, "EUR"));
    private static final Currency EUR = Currency.getInstance("EUR");

    private final RateCard rateCard =
            new RateCard(
                    EUR,
                    Map.of("H100", TWO_FORTY, RateCard.CPU, new GpuPrice(Money.cents(4, "EUR"))));

    @Test
    void time_costs_the_price_of_its_type() {
        assertEquals(
                Optional.of(Money.cents(1_920, "EUR")),
                rateCard.of("H100", GpuTime.of(8_000, Duration.ofHours(1))));
        assertEquals(
                Optional.of(Money.cents(8, "EUR")),
                rateCard.of(RateCard.CPU, GpuTime.of(2_000, Duration.ofHours(1))));
    }

    @Test
    void a_type_without_a_price_has_that_of_its_family() {
        assertEquals(Optional.of(TWO_FORTY), rateCard.of("h100-pcie"));
        assertEquals(Optional.of(TWO_FORTY), rateCard.of("h100"));
    }

    @Test
    void what_no_one_priced_has_no_price_rather_than_none_to_pay() {
        assertEquals(Optional.empty(), rateCard.of("A100-80GB"));
        assertEquals(Optional.empty(), rateCard.of("Z9", GpuTime.ZERO));
        assertEquals(Optional.empty(), RateCard.NONE.of("H100"));
    }

    @Test
    void all_prices_are_in_one_currency() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new RateCard(Currency.getInstance("USD"), Map.of("H100", TWO_FORTY)));
    }
}
