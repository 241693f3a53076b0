package slipway.surface.system.server;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.journal.Journal;
import slipway.journal.JournalHealth;
import slipway.surface.api.ServerRoutes;
import slipway.surface.api.ServerRoutes.State;
import slipway.surface.web.http.RouteHandler;

/** Handles {@code /healthz} for a supervisor and {@code /readyz} for a load balancer. */
public final class HealthHandlers {

    /** Fewer failures may be temporary. */
    private static final int MIN_TRIES = 3;

    private final Journal journal;
    private final Supplier<Optional<String>> alert;

    /**
     * @param alert a warning about the machine, such as a nearly full disk
     */
    public HealthHandlers(Journal journal, Supplier<Optional<String>> alert) {
        this.journal = journal;
        this.alert = alert;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(ServerRoutes.ALIVE, _ -> alive()),
                RouteHandler.of(ServerRoutes.READY, _ -> ready()));
    }

    /** A server that cannot write is alive; its note states the problem. */
    private State alive() {
        Optional<String> note = problem().map(problem -> problem.why() + " " + problem.next());
        return new State("alive", note.or(this::failingReader).or(alert));
    }

    /** A reader that fails again and again, which an administrator can let skip an event. */
    private Optional<String> failingReader() {
        return journal.runningReaders().stream()
                .filter(
                        reader ->
                                reader.failing().filter(it -> it.tries() >= MIN_TRIES).isPresent())
                .map(
                        reader ->
                                "Reader '%s' of the journal fails. See why: slipway readers"
                                        .formatted(reader.name()))
                .findFirst();
    }

    /** Answers 503 for every problem, because a load balancer understands it. */
    private State ready() {
        problem().ifPresent(HealthHandlers::unavailable);
        return State.of("ready");
    }

    private static void unavailable(Problem problem) {
        ProblemCode problemCode =
                new ProblemCode(
                        problem.kind(), problem.code().name(), 503, problem.code().meaning());
        throw new Problem(problemCode, problem.what(), problem.why(), problem.next());
    }

    private Optional<Problem> problem() {
        return switch (journal.health()) {
            case JournalHealth.Writing() -> Optional.empty();
            case JournalHealth.Failing(var problem, _) -> Optional.of(problem);
            case JournalHealth.Stopped(var problem, _) -> Optional.of(problem);
        };
    }
}
