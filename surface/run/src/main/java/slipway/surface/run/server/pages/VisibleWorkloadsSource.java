package slipway.surface.run.server.pages;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.identity.Principal;
import slipway.run.Runner;
import slipway.run.dispatch.QueueForecast;
import slipway.run.lifecycle.RunState;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.ViewerPreferences;

/**
 * Makes scenes. What the scheduler sees is the same for everybody and dear to find in a long queue, so those who look
 * at the same time share it.
 */
public final class VisibleWorkloadsSource {

    private static final Duration LASTS = Duration.ofSeconds(5);

    /** Looking may take a quarter of the time at most, however long one look takes. */
    private static final int REST = 3;

    private final Runner runner;
    private final InstantSource clock;
    private Optional<Seen> last = Optional.empty();

    /**
     * @param took how long it took to find
     */
    private record Seen(QueueForecast outlook, RunState docket, Instant at, Duration took) {

        boolean holds(RunState now, Instant instant) {
            Duration age = Duration.between(at, instant);
            return docket.equals(now)
                    ? age.compareTo(LASTS) < 0
                    : age.compareTo(took.multipliedBy(REST)) < 0;
        }
    }

    public VisibleWorkloadsSource(Runner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
    }

    /** All that the caller sees. */
    public VisibleWorkloads of(AuthorizedRequest<?> authorizedRequest) {
        Principal principal = authorizedRequest.principal();
        ViewerPreferences viewerPreferences =
                ViewerPreferences.of(principal, authorizedRequest.details().cookies());
        return new VisibleWorkloads(
                runner,
                outlook(),
                principal,
                viewerPreferences,
                Format.times(clock.instant(), viewerPreferences.zone()));
    }

    private synchronized QueueForecast outlook() {
        RunState runState = runner.runState();
        Instant now = clock.instant();
        Optional<Seen> there = last.filter(seen -> seen.holds(runState, now));
        if (there.isPresent()) {
            return there.get().outlook();
        }
        QueueForecast queueForecast = runner.forecast();
        Instant found = clock.instant();
        last = Optional.of(new Seen(queueForecast, runState, found, Duration.between(now, found)));
        return queueForecast;
    }
}
