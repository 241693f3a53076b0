package slipway.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Currency;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.base.GpuPrice;
import slipway.base.Money;
import slipway.base.Problem;

class PriceListTest {

    @Test
    void prices_are_read_to_the_millionth() {
        PriceList list =
                read(
                        """
                        prices:
                          currency: EUR
                          cpu: 0.035
                          accelerators: {H100: 2.40, A100-80GB: 1}
                        """);
        assertEquals(Currency.getInstance("EUR"), list.currency());
        assertEquals(
                Map.of(
                        "H100", price(2_400_000),
                        "A100-80GB", price(1_000_000),
                        "cpu", price(35_000)),
                list.perType());
    }

    @Test
    void without_prices_nothing_has_a_price() {
        assertEquals(Map.of(), read("").perType());
        assertEquals(Currency.getInstance("USD"), read("prices:\n").currency());
    }

    @Test
    void every_wrong_price_is_reported() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                read(
                                        """
                                        prices:
                                          currency: Euro
                                          cpu: free
                                          accelerators: {H100: -1, A100: 1.2345678, "x y": 1}
                                        """));
        assertThat(problem.mistakes()).hasSize(5);
        assertThat(problem.why())
                .contains(
                        "prices.currency: \"Euro\" is not the three letters of a currency such as USD or EUR.")
                .contains("prices.accelerators.H100: \"-1\" is not an amount such as 2.40");
    }

    private static PriceList read(String text) {
        return PriceList.read(Document.of("slipway.yaml", text), "Nothing was changed.");
    }

    private static GpuPrice price(long millionths) {
        return new GpuPrice(new Money(millionths, Currency.getInstance("EUR")));
    }
}
