package slipway.surface.plan.commands.evidence;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.api.client.EventFeed;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.terminal.Terminal;

/** Follows a measurement: what its workload says it does, until what it found was kept. */
final class MeasurementFollower {

    private static final Duration PAUSE = Duration.ofMillis(300);

    /** A workload that waits, or is tried again, has no log that goes on; then it is looked at now and then. */
    private static final Duration LONGER = Duration.ofSeconds(2);

    private final Function<ApiCall<?, MeasurementView>, MeasurementView> asking;
    private final Function<ApiCall<?, LogView>, EventFeed<LogView>> listening;
    private final Terminal terminal;

    MeasurementFollower(
            Function<ApiCall<?, MeasurementView>, MeasurementView> asking,
            Function<ApiCall<?, LogView>, EventFeed<LogView>> listening,
            Terminal terminal) {
        this.asking = asking;
        this.listening = listening;
        this.terminal = terminal;
    }

    MeasurementView toTheEnd(MeasurementView begun) {
        if (isOver(begun)) {
            return begun;
        }
        printed(begun);
        Duration pause = PAUSE;
        while (true) {
            MeasurementView now =
                    asking.apply(
                            ApiCall.to(MeasurementRoutes.SHOW)
                                    .with(PathParameter.WORKLOAD, begun.id()));
            if (isOver(now) || terminal.isOutputClosed()) {
                return now;
            }
            rest(pause);
            pause = LONGER;
        }
    }

    private static boolean isOver(MeasurementView view) {
        return !view.state().equals("running");
    }

    private void printed(MeasurementView begun) {
        String node = begun.nodes().getFirst();
        String rest = "";
        try (EventFeed<LogView> eventFeed =
                listening.apply(
                        ApiCall.to(LogRoutes.READ).with(PathParameter.WORKLOAD, begun.id()))) {
            while (true) {
                LogView part = eventFeed.next();
                rest = lines(node, rest + part.text().orElse(""));
                if (part.complete() || terminal.isOutputClosed()) {
                    return;
                }
            }
        }
    }

    /** What is no whole line yet. */
    private String lines(String node, String text) {
        int end = text.lastIndexOf('\n') + 1;
        text.substring(0, end)
                .lines()
                .filter(line -> Optional.of(line).flatMap(AcceptanceTest::document).isEmpty())
                .forEach(line -> terminal.note(node + "  " + terminal.plain(line)));
        return text.substring(end);
    }

    private static void rest(Duration pause) {
        try {
            ClientTimeouts.defaults().sleeper().sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
