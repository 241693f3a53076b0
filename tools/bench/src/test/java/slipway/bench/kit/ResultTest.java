package slipway.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultTest {

    @Test
    void a_result_is_one_line_of_json_with_four_figures() {
        var result =
                new Result(
                        "journal",
                        new Result.Headline(18_234.5678, "events/s", ">= 17000"),
                        new Result.Anchor("64 / fdatasync", 0.712345),
                        true,
                        Map.of("wait_ms", 3.21987, "rounds", 7));
        assertThat(result.json())
                .isEqualTo(
                        "{\"name\":\"journal\",\"value\":18230,\"unit\":\"events/s\",\"goal\":\">= 17000\","
                                + "\"holds\":true,\"anchor\":\"64 / fdatasync\",\"ratio\":0.7123,"
                                + "\"more\":{\"rounds\":7,\"wait_ms\":3.22}}");
    }

    @Test
    void the_median_is_the_middle_and_a_quantile_the_nearest_rank() {
        Samples samples = Samples.of(List.of(3_000_000_000L, 1_000_000_000L, 2_000_000_000L));
        assertThat(samples.medianSeconds()).isEqualTo(2.0);
        assertThat(samples.seconds(0.99)).isEqualTo(3.0);
        assertThat(samples.seconds(0)).isEqualTo(1.0);
        assertThat(Samples.median(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
    }
}
