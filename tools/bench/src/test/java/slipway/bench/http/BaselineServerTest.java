package slipway.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.bench.kit.BenchContext;

/** The baseline server in its own process, with the clients that measure it. */
@Timeout(120)
@Tag("process")
class BaselineServerTest {

    private static final byte[] BODY = bytes("{\"user\":\"mira\"}");

    @TempDir Path folder;

    private BaselineServerProcess bare;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @BeforeEach
    void the_baseline_server_runs() throws IOException {
        var silent =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.US_ASCII);
        bare =
                BaselineServerProcess.start(
                        new BenchContext(BenchContext.Size.QUICK, folder, folder, silent), BODY);
    }

    @AfterEach
    void it_ends() {
        bare.close();
    }

    private Load load(byte[] body) throws IOException {
        byte[] request = BenchmarkUser.request("none", bare.port(), "/", "application/json");
        return Load.connect(new Load.Target(bare.port(), request, body), 4);
    }

    @Test
    void every_answer_is_counted_and_timed_and_a_round_can_follow_a_round() throws IOException {
        try (Load load = load(BODY)) {
            for (int round = 0; round < 2; round++) {
                Load.Round heard = load.run(Duration.ofMillis(50));
                assertThat(heard.answers()).isGreaterThanOrEqualTo(4);
                assertThat(heard.waits().size()).isEqualTo(heard.answers());
                assertThat(heard.nanos()).isGreaterThanOrEqualTo(50_000_000);
            }
        }
    }

    @Test
    void another_answer_than_the_expected_one_is_not_counted() throws IOException {
        try (Load load = load(bytes("{\"user\":\"mirA\"}"))) {
            assertThatThrownBy(() -> load.run(Duration.ofMillis(50)))
                    .isInstanceOf(IOException.class)
                    .hasStackTraceContaining("mira");
        }
    }

    @Test
    void subscribers_hear_of_an_event_and_say_when_the_last_one_has() throws Exception {
        byte[] request =
                BenchmarkUser.request(
                        "none", bare.port(), BaselineServer.STREAM_PATH, "text/event-stream");
        try (Subscribers subscribers = Subscribers.connect(bare.port(), List.of(request), 10)) {
            long before = System.nanoTime();
            long event = SseBench.publish(bare.port());
            assertThat(event).isEqualTo(1);
            assertThat(subscribers.awaitAll(event)).isGreaterThan(before);
        }
    }
}
