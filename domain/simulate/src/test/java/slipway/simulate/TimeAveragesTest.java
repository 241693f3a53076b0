package slipway.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TimeAveragesTest {

    private static final Offset<Double> NEARLY = Offset.offset(1e-6);

    @Test
    void intervals_merge_without_loss() {
        var timeAverages = new TimeAverages(1_000);
        timeAverages.add(1_000, 501_000, 2, 0, 0, 0, 0);
        timeAverages.add(501_000, 100_000_000, 1, 0, 0, 0, 0);
        assertThat(timeAverages.intervals()).isBetween(256, 512);
        assertThat(sum(timeAverages)).isEqualTo(2.0 * 500_000 + 99_499_000, NEARLY);
    }

    @Test
    void curves_that_begin_together_can_be_added_up() {
        var one = new TimeAverages(0);
        one.add(0, 1_000_000, 3, 0, 0, 0, 0);
        var other = new TimeAverages(0);
        other.add(500, 9_000, 5, 0, 0, 0, 0);
        TimeAverages both = TimeAverages.sum(List.of(one, other));
        assertThat(both.intervalMillis()).isEqualTo(one.intervalMillis());
        assertThat(sum(both)).isEqualTo(3_000_000.0 + 5 * 8_500, NEARLY);
        assertThat(sum(other)).isEqualTo(5.0 * 8_500, NEARLY);
    }

    @Test
    void a_distribution_gives_its_quantiles() {
        Distribution distribution = Distribution.of(new long[] {4_000, 1_000, 3_000, 2_000});
        assertThat(distribution.mean()).isEqualTo(2.5);
        assertThat(distribution.quantile(0.5)).isEqualTo(Duration.ofSeconds(2));
        assertThat(distribution.quantile(1)).isEqualTo(Duration.ofSeconds(4));
        assertThat(distribution.upTo(Duration.ofSeconds(3))).isEqualTo(3);
        assertThat(distribution.upTo(Duration.ofMillis(999))).isZero();
        assertThat(Distribution.of(new long[0]).quantile(0.5)).isZero();
        assertThat(Distribution.of(new long[] {5, 5, 5}).upTo(Duration.ofMillis(5))).isEqualTo(3);
    }

    private static double sum(TimeAverages timeAverages) {
        double sum = 0;
        for (int at = 0; at < timeAverages.intervals(); at++) {
            sum += timeAverages.mean(TimeAverages.Series.USED, at) * timeAverages.intervalMillis();
        }
        return sum;
    }
}
