package slipway.base.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.GpuPrice;
import slipway.base.GpuTime;
import slipway.base.Money;

class FormatTest {

    @Test
    void money_has_cents_below_ten_none_above_and_finer_parts_below_ten_cents() {
        assertThat(Format.money(dollars("8.8"))).isEqualTo("$8.80");
        assertThat(Format.money(dollars("1018.49"))).isEqualTo("$1,018");
        assertThat(Format.money(dollars("30946.5"))).isEqualTo("$30,947");
        assertThat(Format.money(dollars("0.051"))).isEqualTo("$0.051");
        assertThat(Format.money(dollars("0.0002"))).isEqualTo("$0.0002");
        assertThat(Format.money(dollars("0.05"))).isEqualTo("$0.05");
        assertThat(Format.money(dollars("0.42"))).isEqualTo("$0.42");
        assertThat(Format.money(dollars("0"))).isEqualTo("$0.00");
    }

    @Test
    void money_is_rounded_before_its_form_is_chosen() {
        assertThat(Format.money(dollars("9.994"))).isEqualTo("$9.99");
        assertThat(Format.money(dollars("9.995"))).isEqualTo("$10");
        assertThat(Format.money(dollars("0.0999"))).isEqualTo("$0.10");
        assertThat(Format.money(dollars("999999.5"))).isEqualTo("$1,000,000");
    }

    @Test
    void a_credit_has_its_sign_before_the_symbol() {
        assertThat(Format.money(dollars("-78.69"))).isEqualTo("−$79");
        assertThat(Format.cents(dollars("-78.69"))).isEqualTo("−$78.69");
        assertThat(Format.money(new Money(Long.MIN_VALUE, Currency.getInstance("USD"))))
                .isEqualTo("−$9,223,372,036,855");
    }

    @Test
    void cents_are_exact_where_amounts_are_added_up() {
        assertThat(Format.cents(dollars("126.01"))).isEqualTo("$126.01");
        assertThat(Format.cents(dollars("1018"))).isEqualTo("$1,018.00");
    }

    @Test
    void rates_always_have_cents() {
        assertThat(Format.perHour(dollars("79"))).isEqualTo("$79.00 per hour");
        assertThat(Format.perHourShort(dollars("79"))).isEqualTo("$79.00/h");
        assertThat(Format.perHour(dollars("0.051"))).isEqualTo("$0.051 per hour");
        assertThat(Format.price(new GpuPrice(dollars("2.4")))).isEqualTo("$2.40 per GPU-hour");
    }

    @Test
    void an_axis_has_room_for_thousands_only_as_k() {
        assertThat(Format.axis(dollars("20000"))).isEqualTo("$20k");
        assertThat(Format.axis(dollars("2500"))).isEqualTo("$2.5k");
        assertThat(Format.axis(dollars("1200000"))).isEqualTo("$1.2M");
        assertThat(Format.axis(dollars("999960"))).isEqualTo("$1M");
        assertThat(Format.axis(dollars("500"))).isEqualTo("$500");
        assertThat(Format.axis(dollars("0.5"))).isEqualTo("$0.50");
        assertThat(Format.axis(dollars("0"))).isEqualTo("$0");
    }

    @Test
    void a_currency_has_its_own_symbol_and_decimals() {
        assertThat(Format.money(Money.cents(880, "EUR"))).isEqualTo("€8.80");
        assertThat(Format.cents(Money.of(1234, "JPY"))).isEqualTo("¥1,234");
        assertThat(Format.money(Money.of(5, "CHF"))).isEqualTo("CHF\u00a05.00");
    }

    @Test
    void gpu_time_is_said_in_gpu_hours() {
        assertThat(Format.gpuTime(gpuHours("664.5"))).isEqualTo("664.5 GPU-hours");
        assertThat(Format.gpuTime(gpuHours("12664.46"))).isEqualTo("12,664.5 GPU-hours");
        assertThat(Format.gpuTime(gpuHours("8"))).isEqualTo("8 GPU-hours");
        assertThat(Format.gpuTime(gpuHours("1"))).isEqualTo("1 GPU-hour");
        assertThat(Format.gpuTime(gpuHours("1.01"))).isEqualTo("1.0 GPU-hours");
        assertThat(Format.gpuTime(gpuHours("0.011"))).isEqualTo("0.011 GPU-hours");
        assertThat(Format.gpuTime(GpuTime.ZERO)).isEqualTo("0 GPU-hours");
    }

    @Test
    void bytes_have_three_figures_and_one_decimal_at_most_below_a_terabyte() {
        assertThat(Format.bytes(new Bytes(96_600_000_000L))).isEqualTo("96.6 GB");
        assertThat(Format.bytes(new Bytes(1_350_000_000_000L))).isEqualTo("1.35 TB");
        assertThat(Format.bytes(new Bytes(15_710_000_000_000L))).isEqualTo("15.7 TB");
        assertThat(Format.bytes(new Bytes(112_400_000_000L))).isEqualTo("112 GB");
        assertThat(Format.bytes(new Bytes(2_140_000_000L))).isEqualTo("2.1 GB");
        assertThat(Format.bytes(Bytes.gigabytes(80))).isEqualTo("80 GB");
        assertThat(Format.bytes(new Bytes(512))).isEqualTo("512 B");
        assertThat(Format.bytes(new Bytes(1_500))).isEqualTo("1.5 kB");
        assertThat(Format.bytes(Bytes.ZERO)).isEqualTo("0 B");
    }

    @Test
    void bytes_are_rounded_before_the_unit_is_chosen() {
        assertThat(Format.bytes(new Bytes(999_960_000_000L))).isEqualTo("1.00 TB");
        assertThat(Format.bytes(new Bytes(99_960_000_000L))).isEqualTo("100 GB");
        assertThat(Format.bytes(new Bytes(Long.MAX_VALUE))).isEqualTo("9.22 EB");
    }

    @Test
    void accelerators_are_a_count_and_a_type() {
        assertThat(Format.accelerators(16, "H100")).isEqualTo("16 H100");
        assertThat(Format.acceleratorThousandths(500, "H100")).isEqualTo("0.5 H100");
        assertThat(Format.acceleratorThousandths(16_000, "H100")).isEqualTo("16 H100");
    }

    @Test
    void a_duration_has_its_two_largest_units() {
        assertThat(Format.duration(Duration.ofHours(34))).isEqualTo("1 d 10 h");
        assertThat(Format.duration(Duration.ofMinutes(195))).isEqualTo("3 h 15 min");
        assertThat(Format.duration(Duration.ofMinutes(546))).isEqualTo("9 h 06 min");
        assertThat(Format.duration(Duration.ofSeconds(221))).isEqualTo("3 min 41 s");
        assertThat(Format.duration(Duration.ofSeconds(41))).isEqualTo("41 s");
        assertThat(Format.duration(Duration.ofHours(23))).isEqualTo("23 h");
        assertThat(Format.duration(Duration.ofDays(90))).isEqualTo("90 d");
        assertThat(Format.duration(Duration.ofMillis(900))).isEqualTo("900 ms");
        assertThat(Format.duration(Duration.ofMillis(3_100))).isEqualTo("3.1 s");
        assertThat(Format.duration(Duration.ofNanos(3_140_000))).isEqualTo("3.1 ms");
        assertThat(Format.duration(Duration.ofNanos(12_000))).isEqualTo("12 µs");
        assertThat(Format.duration(Duration.ofNanos(240_000))).isEqualTo("240 µs");
        assertThat(Format.duration(Duration.ofNanos(1))).isEqualTo("1 ns");
        assertThat(Format.duration(Duration.ZERO)).isEqualTo("0 s");
        assertThat(Format.duration(Duration.ofMinutes(-195))).isEqualTo("−3 h 15 min");
    }

    @Test
    void a_duration_is_rounded_before_its_units_are_chosen() {
        assertThat(Format.duration(Duration.ofMillis(999).plusNanos(600_000))).isEqualTo("1.0 s");
        assertThat(Format.duration(Duration.ofMillis(9_960))).isEqualTo("10 s");
        assertThat(Format.duration(Duration.ofMillis(59_700))).isEqualTo("1 min");
        assertThat(Format.duration(Duration.ofMillis(3_599_700))).isEqualTo("1 h");
        assertThat(Format.duration(Duration.ofSeconds(86_399))).isEqualTo("1 d");
        assertThat(Format.duration(Duration.ofMinutes(34 * 60 + 29))).isEqualTo("1 d 10 h");
        assertThat(Format.duration(Duration.ofMinutes(34 * 60 + 31))).isEqualTo("1 d 11 h");
    }

    @Test
    void a_duration_is_exact_where_it_is_compared() {
        assertThat(Format.exactDuration(Duration.ofMillis(13_440))).isEqualTo("13.44 s");
        assertThat(Format.exactDuration(Duration.ofSeconds(125))).isEqualTo("2 min 05 s");
        assertThat(Format.exactDuration(Duration.ofSeconds(9 * 3600 + 6 * 60 + 12)))
                .isEqualTo("9 h 06 min 12 s");
        assertThat(Format.exactDuration(Duration.ofDays(2).plusSeconds(1)))
                .isEqualTo("2 d 0 h 00 min 01 s");
        assertThat(Format.exactDuration(Duration.ofMillis(-59_999))).isEqualTo("−1 min 00 s");
    }

    @Test
    void a_number_without_a_unit_has_three_figures_or_as_many_decimals_as_its_column() {
        assertThat(Format.number(2.0314)).isEqualTo("2.03");
        assertThat(Format.number(13.44)).isEqualTo("13.4");
        assertThat(Format.number(155.6)).isEqualTo("156");
        assertThat(Format.number(9.999)).isEqualTo("10.0");
        assertThat(Format.number(1024)).isEqualTo("1,024");
        assertThat(Format.number(0.0005)).isEqualTo("0.0005");
        assertThat(Format.number(0.5)).isEqualTo("0.50");
        assertThat(Format.number(-0.25)).isEqualTo("−0.25");
        assertThat(Format.number(0)).isEqualTo("0");
        assertThat(Format.number(0.5405, 3)).isEqualTo("0.541");
        assertThat(Format.number(-1234.5, 2)).isEqualTo("−1,234.50");
        assertThatThrownBy(() -> Format.number(Double.NaN)).hasMessageContaining("NaN");
    }

    @Test
    void a_currency_without_a_sign_has_its_letters() {
        assertThat(Format.symbol(Currency.getInstance("EUR"))).isEqualTo("€");
        assertThat(Format.symbol(Currency.getInstance("CHF"))).isEqualTo("CHF\u00a0");
    }

    @Test
    void a_change_says_which_way() {
        assertThat(Format.change(0.046)).isEqualTo("+4.6\u202f%");
        assertThat(Format.change(-0.023)).isEqualTo("\u22122.3\u202f%");
        assertThat(Format.change(0)).isEqualTo("0\u202f%");
    }

    @Test
    void a_percentage_is_finer_towards_nothing_and_towards_everything() {
        assertThat(Format.percent(0.93)).isEqualTo("93\u202f%");
        assertThat(percent(0.5512)).isEqualTo("55 %");
        assertThat(percent(0.041)).isEqualTo("4.1 %");
        assertThat(percent(0.05)).isEqualTo("5 %");
        assertThat(percent(0.0999)).isEqualTo("10 %");
        assertThat(percent(0.005)).isEqualTo("0.50 %");
        assertThat(percent(0.0004)).isEqualTo("0.04 %");
        assertThat(percent(0.00003)).isEqualTo("0.003 %");
        assertThat(percent(0.999)).isEqualTo("99.9 %");
        assertThat(percent(0.9995)).isEqualTo("99.95 %");
        assertThat(percent(0.99997)).isEqualTo("99.997 %");
        assertThat(percent(0)).isEqualTo("0 %");
        assertThat(percent(1)).isEqualTo("100 %");
        assertThat(percent(12.345)).isEqualTo("1,235 %");
        assertThat(percent(-0.041)).isEqualTo("−4.1 %");
        assertThatThrownBy(() -> Format.percent(Double.NaN)).hasMessageContaining("NaN");
    }

    @Test
    void counts_have_separators_and_their_noun() {
        assertThat(Format.count(184_907)).isEqualTo("184,907");
        assertThat(Format.count(999)).isEqualTo("999");
        assertThat(Format.count(-1_000)).isEqualTo("−1,000");
        assertThat(Format.count(1, "workload")).isEqualTo("1 workload");
        assertThat(Format.count(15, "workload")).isEqualTo("15 workloads");
        assertThat(Format.count(0, "workload")).isEqualTo("0 workloads");
        assertThat(Format.count(184_907, "entry", "entries")).isEqualTo("184,907 entries");
    }

    @Test
    void a_list_ends_with_and() {
        assertThat(Format.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
        assertThat(Format.list(List.of("a", "b"), "or")).isEqualTo("a or b");
        assertThat(Format.list(List.of("a"))).isEqualTo("a");
        assertThat(Format.list(List.of())).isEqualTo("none");
    }

    @Test
    void an_estimate_is_never_shown_without_its_interval_unless_it_is_exact() {
        var cost =
                new Estimate<>(
                        dollars("1322"),
                        dollars("1215"),
                        dollars("1449"),
                        List.of(new Ground(Source.MEASURED, "12 measured neighbours")));

        assertThat(Format.estimate(cost, Format::money)).isEqualTo("$1,322 ($1,215 to $1,449)");
        assertThat(Format.estimate(cost.map(_ -> dollars("12")), Format::money)).isEqualTo("$12");
        assertThat(Format.range(Duration.ofHours(31), Duration.ofHours(38), Format::duration))
                .isEqualTo("1 d 7 h to 1 d 14 h");
        assertThat(Format.range(dollars("12.1"), dollars("12.2"), Format::money)).isEqualTo("$12");
    }

    @Test
    void the_machines_language_changes_nothing() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(Format.cents(dollars("1018.5"))).isEqualTo("$1,018.50");
            assertThat(Format.duration(Duration.ofMinutes(546))).isEqualTo("9 h 06 min");
            assertThat(Format.count(184_907)).isEqualTo("184,907");
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(TimeFormatTest.THURSDAY.exact(TimeFormatTest.NOW.minusSeconds(30 * 86_400L)))
                    .startsWith("Tue 18 Aug 2026");
        } finally {
            Locale.setDefault(before);
        }
    }

    private static String percent(double share) {
        return Format.percent(share).replace('\u202f', ' ');
    }

    private static Money dollars(String amount) {
        return new Money(
                new BigDecimal(amount).movePointRight(6).longValueExact(),
                Currency.getInstance("USD"));
    }

    private static GpuTime gpuHours(String hours) {
        return new GpuTime(
                new BigDecimal(hours)
                        .multiply(BigDecimal.valueOf(GpuTime.PER_HOUR))
                        .longValueExact());
    }
}
