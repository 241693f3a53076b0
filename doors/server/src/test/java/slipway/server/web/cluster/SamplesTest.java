package slipway.server.web.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;

/** What an attempt was measured to take, read back from its own file. */
@SuppressWarnings("NullAway.Init") // made before each test
class SamplesTest {

    private static final String LINE =
            "{\"at\":\"2026-09-17T14:20:%02dZ\",\"cpu_ms\":%d,\"memory\":1000,\"storage\":0,\"processes\":1,"
                    + "\"accelerators\":[%s]}\n";
    private static final String GPU =
            "{\"uuid\":\"GPU-1\",\"utilisation\":%s,\"memory\":7,\"watts\":300,\"celsius\":60}";

    @TempDir Path root;

    private Samples of(String text) {
        AttemptDirectory directory =
                AttemptDirectory.at(
                        root, new AttemptId(new WorkloadId("01k9x0m6c5q8v2t7r4n1h3j5ya"), 1));
        try {
            Files.createDirectories(directory.usage(0).resolveSibling("."));
            Files.writeString(directory.usage(0), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Samples.of(directory);
    }

    @Test
    void busy_processors_are_what_was_used_between_two_moments() {
        Samples samples = of(LINE.formatted(0, 1_000, "") + LINE.formatted(5, 8_500, ""));
        assertThat(samples.processors()).hasValue(1.5);
        assertThat(samples.processors(0)).isEmpty();
    }

    @Test
    void a_counter_that_went_back_or_a_clock_that_stood_is_no_number_from_nowhere() {
        assertThat(of(LINE.formatted(0, 9_000, "") + LINE.formatted(5, 10, "")).processors())
                .hasValue(0);
        assertThat(of(LINE.formatted(5, 0, "") + LINE.formatted(5, 10, "")).processors()).isEmpty();
    }

    @Test
    void utilisation_is_the_mean_of_those_that_can_be_told() {
        String two = GPU.formatted("40") + "," + GPU.formatted("60") + "," + GPU.formatted("null");
        assertThat(of(LINE.formatted(0, 0, two)).last().orElseThrow().utilisation()).hasValue(0.5);
        assertThat(of(LINE.formatted(0, 0, "")).last().orElseThrow().utilisation()).isEmpty();
    }

    @Test
    void torn_lines_and_a_missing_file_tell_nothing() {
        assertThat(of("{\"at\":\"2026-\nnonsense\n[]\n" + LINE.formatted(0, 1, "")).all())
                .hasSize(1);
        assertThat(
                        Samples.of(
                                        AttemptDirectory.at(
                                                root.resolve("none"),
                                                new AttemptId(
                                                        new WorkloadId(
                                                                "01k9x0m6c5q8v2t7r4n1h3j5ya"),
                                                        2)))
                                .all())
                .isEmpty();
    }
}
