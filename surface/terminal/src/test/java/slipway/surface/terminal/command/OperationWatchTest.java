package slipway.surface.terminal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import slipway.surface.api.operation.OperationView;
import slipway.surface.api.operation.OperationView.ProgressView;
import slipway.surface.api.operation.OperationView.State;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TerminalCapabilities;

class OperationWatchTest {

    private static final Instant AT = Instant.parse("2026-09-17T14:20:00Z");

    private final StringWriter err = new StringWriter();
    private final Terminal terminal =
            new Terminal(
                    TerminalCapabilities.of(Map.of(), ""),
                    new StringWriter(),
                    err,
                    new StringReader(""));

    private static OperationView operation(State state, long done) {
        return new OperationView(
                "op_1",
                "audit.verify",
                "audit",
                "mira",
                AT,
                state,
                AT,
                new ProgressView("entries", done, Optional.of(200L), "entries", Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void it_asks_until_the_end_and_prints_each_tenth_once() {
        Queue<OperationView> answers =
                new ArrayDeque<>(
                        List.of(
                                operation(State.RUNNING, 101),
                                operation(State.RUNNING, 102),
                                operation(State.RUNNING, 190),
                                operation(State.SUCCEEDED, 200)));
        List<Duration> pauses = new ArrayList<>();
        OperationView ended =
                new OperationWatch(terminal, pauses::add)
                        .untilEnded(operation(State.QUEUED, 0), answers::remove);
        assertThat(ended.state()).isEqualTo(State.SUCCEEDED);
        assertThat(pauses).hasSize(4);
        assertThat(err.toString())
                .containsOnlyOnce("audit.verify: 0% of 200 entries")
                .containsOnlyOnce("50%")
                .containsOnlyOnce("90%");
    }

    @Test
    void an_interrupted_command_says_how_to_watch_and_to_cancel_the_operation() {
        assertThat(OperationWatch.interrupted("op_1"))
                .contains("slipway operations watch op_1")
                .contains("slipway operations cancel op_1");
    }
}
