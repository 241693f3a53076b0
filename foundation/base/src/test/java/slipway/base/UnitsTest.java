package slipway.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Currency;
import org.junit.jupiter.api.Test;

class UnitsTest {

    private static final Currency USD = Currency.getInstance("USD");

    @Test
    void money_adds_up_exactly() {
        var cent = Money.cents(1, "USD");

        assertThat(cent.times(100)).isEqualTo(Money.dollars(1));
        assertThat(Money.dollars(1).minus(cent).plus(cent)).isEqualTo(Money.dollars(1));
        assertThat(Money.zero(USD).minus(cent).isNegative()).isTrue();
    }

    @Test
    void money_is_ordered_by_amount() {
        assertThat(Money.dollars(2)).isGreaterThan(Money.cents(199, "USD"));
    }

    @Test
    void two_currencies_are_never_mixed() {
        var euro = Money.of(1, "EUR");
        var dollar = Money.dollars(1);

        assertThatThrownBy(() -> euro.plus(dollar)).hasMessageContaining("EUR and USD");
        assertThatThrownBy(() -> euro.minus(dollar)).hasMessageContaining("EUR and USD");
        assertThatThrownBy(() -> euro.compareTo(dollar)).hasMessageContaining("EUR and USD");
    }

    @Test
    void an_amount_too_large_to_hold_is_refused_not_wrapped() {
        var most = new Money(Long.MAX_VALUE, USD);

        assertThatThrownBy(() -> most.plus(new Money(1, USD)))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> most.times(2)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Money.dollars(Long.MAX_VALUE))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new Money(Long.MIN_VALUE, USD).minus(new Money(1, USD)))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void bytes_are_counted_in_decimal_units_and_never_negative() {
        assertThat(Bytes.gigabytes(1)).isEqualTo(Bytes.megabytes(1).times(1_000));
        assertThat(Bytes.mebibytes(1)).isEqualTo(new Bytes(1_048_576));
        assertThat(Bytes.gigabytes(2).minus(Bytes.gigabytes(1)).plus(Bytes.ZERO))
                .isEqualTo(Bytes.gigabytes(1));
        assertThat(Bytes.gigabytes(1)).isGreaterThan(Bytes.megabytes(999));
        assertThatThrownBy(() -> Bytes.ZERO.minus(new Bytes(1))).hasMessageContaining("negative");
        assertThatThrownBy(() -> Bytes.gigabytes(Long.MAX_VALUE))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void two_thousand_jobs_of_forty_milliseconds_add_up_to_eighty_gpu_seconds() {
        var sum = GpuTime.ZERO;
        for (int i = 0; i < 2_000; i++) {
            sum = sum.plus(GpuTime.of(1_000, Duration.ofMillis(40)));
        }

        assertThat(sum).isEqualTo(GpuTime.of(1_000, Duration.ofSeconds(80)));
    }

    @Test
    void half_an_accelerator_for_two_hours_is_one_for_one_hour() {
        assertThat(GpuTime.of(500, Duration.ofHours(2)))
                .isEqualTo(GpuTime.of(1_000, Duration.ofHours(1)));
    }

    @Test
    void gpu_time_is_ordered_and_never_negative() {
        var hour = GpuTime.of(1_000, Duration.ofHours(1));

        assertThat(hour).isGreaterThan(GpuTime.ZERO);
        assertThat(hour.minus(hour)).isEqualTo(GpuTime.ZERO);
        assertThatThrownBy(() -> GpuTime.ZERO.minus(hour)).hasMessageContaining("negative");
        assertThatThrownBy(() -> GpuTime.of(-1, Duration.ofHours(1)))
                .hasMessageContaining("negative");
    }

    @Test
    void a_price_times_gpu_time_is_money() {
        var h100 = new GpuPrice(Money.cents(240, "USD"));

        assertThat(h100.of(GpuTime.of(16_000, Duration.ofHours(34))))
                .isEqualTo(Money.cents(130_560, "USD"));
        assertThat(h100.of(GpuTime.ZERO)).isEqualTo(Money.zero(USD));
    }

    @Test
    void pricing_rounds_to_the_nearest_millionth_and_a_tie_to_the_even_one() {
        var price = new GpuPrice(new Money(1_800_000_000, USD));

        assertThat(price.of(new GpuTime(1))).isEqualTo(new Money(0, USD)); // 0.5
        assertThat(price.of(new GpuTime(2))).isEqualTo(new Money(1, USD)); // 1
        assertThat(price.of(new GpuTime(3))).isEqualTo(new Money(2, USD)); // 1.5
        assertThat(price.of(new GpuTime(5))).isEqualTo(new Money(2, USD)); // 2.5
    }

    @Test
    void pricing_does_not_overflow_on_the_way_to_a_result_that_fits() {
        var hundredDollars = new GpuPrice(Money.dollars(100));
        var thousandGpuYears = GpuTime.of(1_000_000, Duration.ofDays(365));

        assertThat(hundredDollars.of(thousandGpuYears)).isEqualTo(Money.dollars(876_000_000));
    }

    @Test
    void a_price_is_not_negative_and_a_sum_beyond_the_scale_is_refused() {
        assertThatThrownBy(() -> new GpuPrice(Money.dollars(-1))).hasMessageContaining("negative");
        var absurd = new GpuPrice(new Money(Long.MAX_VALUE, USD));
        assertThatThrownBy(() -> absurd.of(new GpuTime(Long.MAX_VALUE)))
                .isInstanceOf(ArithmeticException.class);
    }
}
