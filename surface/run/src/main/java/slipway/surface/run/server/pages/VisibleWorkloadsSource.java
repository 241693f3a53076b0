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
 * Creates {@link VisibleWorkloads}. The forecast is the same for all viewers and expensive for a long queue, so
 * concurrent viewers share one.
 */
public final class VisibleWorkloadsSource {

    private static final Duration MAX_AGE = Duration.ofSeconds(5);

    /** A forecast is reused for 3 times its computation time, so computing takes at most a quarter of the time. */
    private static final int REUSE_FACTOR = 3;

    private final Runner runner;
    private final InstantSource clock;
    private Optional<CachedForecast> last = Optional.empty();

    /**
     * @param took its computation time
     */
    private record CachedForecast(
            QueueForecast queueForecast, RunState runState, Instant at, Duration took) {

        boolean isFresh(RunState current, Instant now) {
            Duration age = Duration.between(at, now);
            return runState.equals(current)
                    ? age.compareTo(MAX_AGE) < 0
                    : age.compareTo(took.multipliedBy(REUSE_FACTOR)) < 0;
        }
    }

    public VisibleWorkloadsSource(Runner runner, InstantSource clock) {
        this.runner = runner;
        this.clock = clock;
    }

    /** The workloads that the caller may see. */
    public VisibleWorkloads of(AuthorizedRequest<?> authorizedRequest) {
        Principal principal = authorizedRequest.principal();
        ViewerPreferences viewerPreferences =
                ViewerPreferences.of(principal, authorizedRequest.details().cookies());
        return new VisibleWorkloads(
                runner,
                forecast(),
                principal,
                viewerPreferences,
                Format.times(clock.instant(), viewerPreferences.zone()));
    }

    private synchronized QueueForecast forecast() {
        RunState runState = runner.runState();
        Instant now = clock.instant();
        Optional<CachedForecast> cached = last.filter(each -> each.isFresh(runState, now));
        if (cached.isPresent()) {
            return cached.get().queueForecast();
        }
        QueueForecast queueForecast = runner.forecast();
        Instant done = clock.instant();
        last =
                Optional.of(
                        new CachedForecast(
                                queueForecast, runState, done, Duration.between(now, done)));
        return queueForecast;
    }
}
