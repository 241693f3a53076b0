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
 * Measures a change of one field of the plan page in a real Chromium: from the change to the frame after the new
 * answer is shown. Half of the changes need a new search over all offers (another sequence length, another model) for
 * a question that was not asked before; the others need no search (another deadline, another budget) and show the
 * cost of rendering and of the browser.
 */
public final class PlanPageBench implements Bench {

    private static final double GOAL_SECONDS = 0.500;
    private static final String QUESTION = "/plan?model=llama-3-8b&tokens=15B&deadline=3d";

    private static final List<String> MODELS =
            List.of("mistral-7b", "llama-3-70b", "qwen3-32b", "llama-3-8b", "llama-2-7b");

    /** Milliseconds from a change until the frame after the answer. */
    private static final String CHANGED =
            """
            async ({ name, value }) => {
              const field = document.querySelector(`#plan-form [name=${name}]`);
              const begun = performance.now();
              const planned = new Promise(done => document.addEventListener('planned', done, { once: true }));
              field.value = value;
              field.dispatchEvent(new Event('change', { bubbles: true }));
              await planned;
              await new Promise(requestAnimationFrame);
              return performance.now() - begun;
            }
            """;

    @Override
    public String name() {
        return "plan-page";
    }

    @Override
    public String summary() {
        return "the plan page in Chromium: from a changed field to the new answer, search included";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        Chromium.missingRequirement()
                .ifPresent(
                        lack -> {
                            throw BenchContext.notMeasured(
                                    "No browser is available.",
                                    "This machine has no " + lack.what() + ".",
                                    "To get it, " + lack.how() + ".");
                        });
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        try (Server server = Server.start(serverLauncher, place.fresh("data"));
                Chromium chromium = Chromium.start()) {
            String token = BenchmarkUser.to(server).token();
            int rounds = place.quick() ? 10 : 40;
            place.say(
                    "%d changes that need a search and %d that need none, in turn", rounds, rounds);
            Times times = changes(chromium, server, token, rounds);
            server.stop();
            return result(place, times);
        }
    }

    private record Times(Samples searched, Samples bounded) {}

    private static Times changes(Chromium chromium, Server server, String token, int rounds) {
        var options = new NewContextOptions().setBaseURL(server.url()).setViewportSize(1440, 900);
        List<Long> searched = new ArrayList<>();
        List<Long> bounded = new ArrayList<>();
        try (BrowserContext context = chromium.browser().newContext(options);
                Page page = context.newPage()) {
            var wish = RequestOptions.create().setData(Map.of("token", token));
            if (!context.request().post("/api/v1/sessions", wish).ok()) {
                throw BenchContext.notMeasured(
                        "The browser was not signed in.",
                        "The server did not take the token it had just made.",
                        "Report it: a benchmark requests only actions of any user.");
            }
            page.navigate(QUESTION);
            page.waitForSelector("#plan-answer .sw-figures");
            // The first searches of a new server are slower than all others.
            for (int warmUp = 0; warmUp < 12; warmUp++) {
                long _ = change(page, "seq", String.valueOf(512 + 8 * warmUp));
            }
            for (int round = 0; round < rounds; round++) {
                searched.add(
                        round % 2 == 0
                                ? change(page, "seq", String.valueOf(1_024 + 16 * round))
                                : change(page, "model", MODELS.get(round / 2 % MODELS.size())));
                bounded.add(
                        round % 2 == 0
                                ? change(page, "deadline", (50 + round) + "h")
                                : change(page, "budget", String.valueOf(4_000 + round)));
            }
        }
        return new Times(Samples.of(searched), Samples.of(bounded));
    }

    private static long change(Page page, String field, String value) {
        Object took = page.evaluate(CHANGED, Map.of("name", field, "value", value));
        return Math.round(((Number) took).doubleValue() * TimeUnit.MILLISECONDS.toNanos(1));
    }

    private static Result result(BenchContext place, Times times) {
        double value = times.searched().medianSeconds();
        double anchor = times.bounded().medianSeconds();
        place.say("");
        place.say(
                "%-42s %8s %8s %8s", "milliseconds to the new answer", "median", "95 %", "slowest");
        row(place, "another model or sequence: a new search", times.searched());
        row(place, "another deadline or budget: none", times.bounded());
        place.say("Goal: the median of those with a search within %.0f ms.", GOAL_SECONDS * 1_000);
        return new Result(
                "plan-page",
                new Result.Headline(value * 1_000, "ms", "<= " + Math.round(GOAL_SECONDS * 1_000)),
                new Result.Anchor(
                        BenchContext.format(
                                "a change that needs no search, %.0f ms", anchor * 1_000),
                        value / anchor),
                value <= GOAL_SECONDS,
                Map.of(
                        "p95_ms",
                        times.searched().seconds(0.95) * 1_000,
                        "slowest_ms",
                        times.searched().seconds(1) * 1_000,
                        "no_search_ms",
                        anchor * 1_000,
                        "rounds",
                        times.searched().size()));
    }

    private static void row(BenchContext place, String what, Samples times) {
        place.say(
                "%-42s %8.0f %8.0f %8.0f",
                what,
                times.medianSeconds() * 1_000,
                times.seconds(0.95) * 1_000,
                times.seconds(1) * 1_000);
    }
}
