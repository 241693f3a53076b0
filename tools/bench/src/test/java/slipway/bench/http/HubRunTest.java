package slipway.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.bench.kit.ServerLauncher;
import slipway.testkit.Needs;

/** The packaged server with some dozens of streams. Thousands of them, with times: {@code ./slipway bench hub}. */
@Tag("process")
class HubRunTest {

    private static final Path DIST = Path.of(System.getProperty("slipway.dist", "target/slipway"));

    @TempDir Path folder;

    @Test
    @Timeout(300)
    void each_stream_gets_exactly_its_own_events_while_the_journal_is_busy()
            throws IOException, InterruptedException {
        Needs.file(DIST.resolve("lib"), "build the server first: ./slipway --version");
        var size = new HubPlan.Size(40, 4, 12, 3, 20);
        HubRun.Outcome outcome =
                new HubRun(ServerLauncher.jars(DIST), folder, size, new HubPlan.Times(1, 2))
                        .run(_ -> {});
        assertThat(outcome.with().faults()).isEqualTo(HubFaults.NONE);
        assertThat(outcome.with().delivered().count()).isEqualTo(12 * 20 * 2);
        assertThat(outcome.before().notes()).as("%s", outcome).isPositive();
    }
}
