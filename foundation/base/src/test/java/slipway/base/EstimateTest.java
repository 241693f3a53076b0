package slipway.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;

class EstimateTest {

    private static final Ground NEIGHBOURS = new Ground(Source.MEASURED, "12 measured neighbours");
    private static final Ground FINISHED =
            new Ground(Source.CALIBRATED, "23 finished workloads here");

    private final Estimate<Duration> time =
            new Estimate<>(
                    Duration.ofHours(34),
                    Duration.ofHours(31),
                    Duration.ofHours(38),
                    List.of(NEIGHBOURS));

    @Test
    void a_value_outside_its_interval_is_refused() {
        assertThatThrownBy(() -> new Estimate<>(1, 2, 3, List.of(NEIGHBOURS)))
                .hasMessage("1 is not between 2 and 3");
        assertThatThrownBy(() -> new Estimate<>(4, 2, 3, List.of(NEIGHBOURS)))
                .hasMessage("4 is not between 2 and 3");
    }

    @Test
    void an_estimate_without_grounds_is_rejected() {
        assertThatThrownBy(() -> new Estimate<>(2, 1, 3, List.of()))
                .hasMessageContaining("needs grounds");
        assertThatThrownBy(() -> new Ground(Source.ASSUMED, " "))
                .hasMessageContaining("needs a sentence");
    }

    @Test
    void time_becomes_money_with_the_same_grounds() {
        var price = new GpuPrice(Money.cents(240, "USD"));

        var money = time.map(wall -> price.of(GpuTime.of(16_000, wall)));

        assertThat(money.value()).isEqualTo(Money.cents(130_560, "USD"));
        assertThat(money.low()).isEqualTo(Money.cents(119_040, "USD"));
        assertThat(money.high()).isEqualTo(Money.cents(145_920, "USD"));
        assertThat(money.grounds()).containsExactly(NEIGHBOURS);
    }

    @Test
    void a_mapping_that_reverses_the_order_is_rejected() {
        assertThatThrownBy(() -> time.map(wall -> -wall.toHours()))
                .hasMessageContaining("is not between");
    }

    @Test
    void reality_is_within_the_interval_or_not() {
        assertThat(time.contains(Duration.ofHours(31))).isTrue();
        assertThat(time.contains(Duration.ofHours(38))).isTrue();
        assertThat(time.contains(Duration.ofHours(39))).isFalse();
        assertThat(time.contains(Duration.ofHours(30))).isFalse();
    }

    @Test
    void a_known_value_has_an_interval_without_width() {
        var known = Estimate.certain(8, new Ground(Source.DECLARED, "the spec says so"));

        assertThat(known.low()).isEqualTo(known.high()).isEqualTo(8);
    }

    @Test
    void further_grounds_come_after_the_first() {
        assertThat(time.withGround(FINISHED).grounds()).containsExactly(NEIGHBOURS, FINISHED);
    }
}
