package slipway.server.web;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import slipway.base.Problem;
import slipway.journal.Health;
import slipway.journal.Journal;
import slipway.server.api.ProblemJson;
import slipway.server.api.Routes;

/** {@code /healthz} for a supervisor, {@code /readyz} for a load balancer, and {@code /} for a person. */
public final class HealthRoutes implements Routes {

    private final Journal journal;
    private final String version;
    private final String page = resource("health.html");
    private final String style = resource("health.css");

    public HealthRoutes(Journal journal, String version) {
        this.journal = journal;
        this.version = version;
    }

    @Override
    public Set<String> open() {
        return Set.of("/", "/healthz", "/readyz", "/health.css");
    }

    @Override
    public void addTo(RoutesConfig routes) {
        answer(
                routes,
                "/healthz",
                ctx -> ctx.contentType("application/json").result("{\"status\":\"alive\"}"));
        answer(routes, "/readyz", this::ready);
        answer(routes, "/", this::page);
        answer(
                routes,
                "/health.css",
                ctx -> ctx.contentType("text/css; charset=utf-8").result(style));
    }

    /** Left to itself Javalin answers every HEAD with 200, and a load balancer may ask just that. */
    private static void answer(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, handler);
        routes.head(path, handler);
    }

    private void ready(Context ctx) {
        Optional<Problem> problem = problem();
        if (problem.isPresent()) {
            ProblemJson.answer(ctx.status(503), problem.get());
            ctx.status(503);
        } else {
            ctx.contentType("application/json").result("{\"status\":\"ready\"}");
        }
    }

    private Optional<Problem> problem() {
        return switch (journal.health()) {
            case Health.Writing() -> Optional.empty();
            case Health.Failing(var problem, _) -> Optional.of(problem);
            case Health.Stopped(var problem, _) -> Optional.of(problem);
        };
    }

    private void page(Context ctx) {
        Optional<Problem> problem = problem();
        String text =
                page.replace("{{state}}", problem.isEmpty() ? "ready" : "troubled")
                        .replace(
                                "{{answer}}",
                                problem.map(_ -> "Slipway cannot write.")
                                        .orElse("Slipway is ready."))
                        .replace(
                                "{{why}}",
                                problem.map(p -> escaped(p.what() + " " + p.why()))
                                        .orElse("It answers, and what it is told becomes durable."))
                        .replace(
                                "{{next}}",
                                problem.map(p -> escaped(p.next()) + " To follow what happens:")
                                        .orElse("Follow what happens:"))
                        .replace("{{port}}", Integer.toString(ctx.req().getLocalPort()))
                        .replace("{{version}}", version);
        ctx.status(problem.isEmpty() ? 200 : 503)
                .contentType("text/html; charset=utf-8")
                .result(text);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String resource(String name) {
        try (InputStream in =
                Objects.requireNonNull(HealthRoutes.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
