package slipway.server.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import slipway.base.Code;
import slipway.base.Problem;
import slipway.journal.Health;
import slipway.journal.Journal;
import slipway.server.api.Binding;
import slipway.server.api.Text;
import slipway.wire.server.ServerRoutes;
import slipway.wire.server.ServerRoutes.State;

/** {@code /healthz} for a supervisor, {@code /readyz} for a load balancer, and {@code /} for a person. */
public final class HealthPages {

    private final Journal journal;
    private final String version;
    private final String page = resource("health.html");
    private final String style = resource("health.css");

    public HealthPages(Journal journal, String version) {
        this.journal = journal;
        this.version = version;
    }

    public List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(ServerRoutes.ALIVE, _ -> new State("alive")),
                Binding.of(ServerRoutes.READY, _ -> ready()),
                new Binding.Other<>(ServerRoutes.HOME, _ -> page()),
                new Binding.Other<>(
                        ServerRoutes.STYLE, _ -> Text.of(200, "text/css; charset=utf-8", style)));
    }

    /** 503 whatever the problem: a load balancer understands that. */
    private State ready() {
        problem().ifPresent(HealthPages::unavailable);
        return new State("ready");
    }

    private static void unavailable(Problem problem) {
        Code code = new Code(problem.kind(), problem.code().name(), 503, problem.code().meaning());
        throw new Problem(code, problem.what(), problem.why(), problem.next());
    }

    private Optional<Problem> problem() {
        return switch (journal.health()) {
            case Health.Writing() -> Optional.empty();
            case Health.Failing(var problem, _) -> Optional.of(problem);
            case Health.Stopped(var problem, _) -> Optional.of(problem);
        };
    }

    private Text page() {
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
                        .replace("{{version}}", version);
        return Text.of(problem.isEmpty() ? 200 : 503, "text/html; charset=utf-8", text);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String resource(String name) {
        try (InputStream in =
                Objects.requireNonNull(HealthPages.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
