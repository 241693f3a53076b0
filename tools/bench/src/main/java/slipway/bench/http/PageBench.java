package slipway.bench.http;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import slipway.testkit.browser.Chromium;

/**
 * Measures the home page in a real Chromium: from the start of the request to the first contentful paint, with
 * everything but the page itself in the browser's cache, and the bytes of a first visit. The limit is the status page
 * of the same server, which has the same style but looks nothing up. The two take turns, so that other load on the
 * machine affects both.
 */
public final class PageBench implements Bench {

    private static final double GOAL_SECONDS = 0.150;
    private static final double GOAL_KILOBYTES = 600;
    private static final String HOME = "/";
    private static final String STATUS = "/status";

    /** Milliseconds; null before the first paint. */
    private static final String PAINTED =
            """
            () => {
              const paint = performance.getEntriesByName('first-contentful-paint')[0];
              return paint ? paint.startTime - performance.getEntriesByType('navigation')[0].requestStart : null;
            }
            """;

    /** Bytes on the wire with their headers, as the browser counted them. */
    private static final String TRANSFERRED =
            """
            () => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
              .reduce((sum, entry) => sum + entry.transferSize, 0)
            """;

    @Override
    public String name() {
        return "page";
    }

    @Override
    public String summary() {
        return "home in Chromium: from the request to the first contentful paint, and bytes on a first visit";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        Chromium.missingRequirement().ifPresent(PageBench::missing);
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        try (Server server = Server.start(serverLauncher, place.fresh("data"));
                Chromium chromium = Chromium.start()) {
            String token = BenchmarkUser.to(server).token();
            double kilobytes = coldVisit(chromium, server, token);
            int rounds = place.quick() ? 10 : 20;
            place.say("%d warm loads of home and of the status page, in turn", rounds);
            Times times = warmVisits(chromium, server, token, rounds);
            server.stop();
            return result(place, times, kilobytes);
        }
    }

    private static void missing(Chromium.MissingRequirement lack) {
        throw BenchContext.notMeasured(
                "No browser is available.",
                "This machine has no " + lack.what() + ".",
                "To get it, " + lack.how() + ".");
    }

    private record Times(Samples home, Samples status) {}

    private static BrowserContext signedIn(Chromium chromium, Server server, String token) {
        var options = new NewContextOptions().setBaseURL(server.url()).setViewportSize(1440, 900);
        BrowserContext context = chromium.browser().newContext(options);
        var wish = RequestOptions.create().setData(Map.of("token", token));
        if (!context.request().post("/api/v1/sessions", wish).ok()) {
            throw BenchContext.notMeasured(
                    "The browser was not signed in.",
                    "The server did not take the token it had just made.",
                    "Report it: a benchmark requests only actions of any user.");
        }
        return context;
    }

    private static double coldVisit(Chromium chromium, Server server, String token) {
        try (BrowserContext context = signedIn(chromium, server, token);
                Page page = context.newPage()) {
            long _ = load(page, HOME);
            page.waitForFunction("document.fonts.status === 'loaded'");
            return ((Number) page.evaluate(TRANSFERRED)).doubleValue() / 1_000;
        }
    }

    private static Times warmVisits(Chromium chromium, Server server, String token, int rounds) {
        List<Long> home = new ArrayList<>();
        List<Long> status = new ArrayList<>();
        try (BrowserContext context = signedIn(chromium, server, token);
                Page page = context.newPage()) {
            for (int warmUp = 0; warmUp < 5; warmUp++) {
                long _ = load(page, HOME) + load(page, STATUS);
            }
            for (int round = 0; round < rounds; round++) {
                home.add(load(page, HOME));
                status.add(load(page, STATUS));
            }
        }
        return new Times(Samples.of(home), Samples.of(status));
    }

    /** Nanoseconds until the first contentful paint. */
    private static long load(Page page, String path) {
        page.navigate(path);
        Object painted = page.waitForFunction(PAINTED).jsonValue();
        return Math.round(((Number) painted).doubleValue() * TimeUnit.MILLISECONDS.toNanos(1));
    }

    private static Result result(BenchContext place, Times times, double kilobytes) {
        double value = times.home().medianSeconds();
        double anchor = times.status().medianSeconds();
        place.say("");
        place.say(
                "%-42s %8s %8s %8s",
                "milliseconds to the first paint", "median", "fastest", "slowest");
        row(place, "home", times.home());
        row(place, "status page", times.status());
        place.say(
                "%-42s %8.0f kB (goal <= %.0f kB)",
                "transferred on a first visit", kilobytes, GOAL_KILOBYTES);
        place.say("Goal: home within %.0f ms.", GOAL_SECONDS * 1_000);
        return new Result(
                "page",
                new Result.Headline(value * 1_000, "ms", "<= " + Math.round(GOAL_SECONDS * 1_000)),
                new Result.Anchor(
                        BenchContext.format(
                                "the status page, which looks nothing up, %.0f ms", anchor * 1_000),
                        value / anchor),
                value <= GOAL_SECONDS && kilobytes <= GOAL_KILOBYTES,
                Map.of(
                        "slowest_ms",
                        times.home().seconds(1) * 1_000,
                        "status_ms",
                        anchor * 1_000,
                        "first_visit_kb",
                        kilobytes,
                        "first_visit_goal_kb",
                        GOAL_KILOBYTES,
                        "rounds",
                        times.home().size()));
    }

    private static void row(BenchContext place, String what, Samples times) {
        place.say(
                "%-42s %8.0f %8.0f %8.0f",
                what,
                times.medianSeconds() * 1_000,
                times.seconds(0) * 1_000,
                times.seconds(1) * 1_000);
    }
}
