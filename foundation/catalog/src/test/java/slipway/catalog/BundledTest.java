package slipway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Money;
import slipway.catalog.Price.Kind;

/** What comes with Slipway, as of the day it was written. */
class BundledTest {

    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    private final Catalog catalog = Catalog.bundled();

    @Test
    void it_holds_what_a_plan_asks_for() {
        assertThat(catalog.accelerators()).hasSizeGreaterThan(40);
        assertThat(catalog.links()).hasSizeGreaterThan(30);
        assertThat(catalog.machines()).hasSizeGreaterThan(200);
        assertThat(catalog.prices()).hasSizeGreaterThan(600);
        assertThat(catalog.storage()).hasSizeGreaterThan(8);
        assertThat(catalog.spotHistories("p5.48xlarge")).hasSizeGreaterThan(5);
        assertThat(catalog.failureRates())
                .anyMatch(it -> it.type().equals("H100") && it.perThousandMachineDays() == 3.789);
        assertThat(catalog.commitments()).isEmpty();
        assertThat(catalog.ownHardware()).isEmpty();
    }

    @Test
    void a_machine_has_its_accelerators_and_its_network() {
        MachineType p5 = catalog.machines("p5.48xlarge").getFirst();
        assertEquals("aws", p5.provider());
        assertEquals("H100", p5.type());
        assertEquals(8, p5.accelerators());
        assertEquals(Bytes.gigabytes(400), p5.network().orElseThrow().bandwidthPerDirection());
        assertEquals(Optional.of(Bytes.mebibytes(2048 * 1024)), p5.host().memory());
    }

    @Test
    void every_type_is_on_a_link_of_its_kind_and_is_not_faster_in_wider_numbers() {
        for (AcceleratorType one : catalog.accelerators()) {
            double bf16 = one.teraflops(Precision.BF16).orElse(one.teraflops());
            assertThat(one.teraflops(Precision.FP32).orElse(0))
                    .as(one.type())
                    .isLessThanOrEqualTo(bf16);
            assertThat(one.teraflops(Precision.TF32).orElse(0))
                    .as(one.type())
                    .isLessThanOrEqualTo(bf16);
            assertThat(one.teraflops(Precision.FP8).orElse(bf16))
                    .as(one.type())
                    .isGreaterThanOrEqualTo(bf16);
            assertThat(one.teraflops(Precision.BF16).orElse(bf16))
                    .as(one.type())
                    .isEqualTo(one.teraflops(Precision.FP16).orElse(bf16));
            one.peaks()
                    .measured()
                    .forEach(
                            (format, speed) ->
                                    assertThat(speed)
                                            .as(one.type())
                                            .isLessThan(one.teraflops(format).orElseThrow()));
            assertThat(one.release().year()).as(one.type()).isBetween(2017, 2026);
        }
    }

    @Test
    void prices_that_cannot_be_right_are_found_and_say_why() {
        Map<String, String> doubts =
                catalog.prices().stream()
                        .filter(price -> price.confidence().doubt().isPresent())
                        .collect(
                                Collectors.toMap(
                                        price ->
                                                "%s %s %s %s"
                                                        .formatted(
                                                                price.provider(),
                                                                price.product()
                                                                        .machine()
                                                                        .orElse(
                                                                                price.product()
                                                                                                .type()
                                                                                        + ":"
                                                                                        + price.product()
                                                                                                .accelerators()),
                                                                price.region(),
                                                                price.kind().label()),
                                        price -> price.confidence().doubt().orElseThrow()));
        assertThat(doubts)
                .containsEntry(
                        "azure Standard_ND96isr_H100_v5 any on demand",
                        "listed for 12 accelerators, but the machine has 8")
                .containsEntry(
                        "azure Standard_NC40ads_H100_v5 any spot",
                        "spot costs no less than on demand, $6.98 per hour")
                .containsKey("mithril A100-80GB:1 any on demand")
                .containsKey("mithril H100:8 any on demand")
                .containsKey("primeintellect/verda V100-16GB:1 any on demand");
        assertThat(doubts).hasSizeLessThan(15);
    }

    @Test
    void nothing_doubted_and_nothing_of_2025_is_ever_chosen() {
        for (String type : List.of("H100", "A100", "H200", "L40S", "V100", "B200")) {
            List<Price> chosen = catalog.selectablePrices(type, Kind.ON_DEMAND, NOW);
            assertThat(chosen).as(type).isNotEmpty();
            assertThat(chosen)
                    .allMatch(
                            price ->
                                    price.confidence().doubt().isEmpty()
                                            && price.date().getYear() == 2026)
                    .isSortedAccordingTo(
                            (a, b) ->
                                    a.perAccelerator()
                                            .perGpuHour()
                                            .compareTo(b.perAccelerator().perGpuHour()));
        }
        assertThat(
                        catalog.selectablePrices("A100", Kind.ON_DEMAND, NOW)
                                .getFirst()
                                .perAccelerator()
                                .perGpuHour())
                .isBetween(Money.cents(50, "USD"), Money.dollars(2));
        assertThat(catalog.selectablePrices("H100", Kind.ON_DEMAND, NOW.plusSeconds(400L * 86_400)))
                .isEmpty();
    }

    @Test
    void every_price_is_of_a_machine_that_is_there_or_of_none() {
        for (Price price : catalog.prices()) {
            price.product()
                    .machine()
                    .ifPresent(
                            name ->
                                    assertThat(catalog.machines(name))
                                            .as(price.provider() + " " + name)
                                            .anyMatch(
                                                    it -> it.provider().equals(price.provider())));
            assertThat(catalog.type(price.product().type())).as(price.product().type()).isPresent();
        }
    }

    @Test
    void a_price_of_the_summer_is_current_and_one_of_spring_has_an_interval() {
        Price summer =
                catalog.prices("H100", Kind.ON_DEMAND).stream()
                        .filter(it -> it.provider().equals("aws"))
                        .findFirst()
                        .orElseThrow();
        assertThat(summer.isCurrent(NOW)).isTrue();
        Price spring =
                catalog.prices().stream()
                        .filter(it -> it.provider().equals("cudo"))
                        .findFirst()
                        .orElseThrow();
        assertThat(spring.estimate(NOW).high()).isGreaterThan(spring.estimate(NOW).value());
        assertThat(spring.isSelectable(NOW)).isTrue();
    }

    @Test
    void the_spot_market_of_two_years_is_there_and_below_on_demand() {
        for (SpotHistory history : catalog.spotHistories("p5.48xlarge")) {
            assertThat(history.weeks().size()).isLessThanOrEqualTo(104);
            assertThat(history.quantile(0.5, 26)).isBetween(Money.dollars(10), Money.dollars(80));
            assertThat(history.isUsable(NOW)).isTrue();
        }
    }
}
