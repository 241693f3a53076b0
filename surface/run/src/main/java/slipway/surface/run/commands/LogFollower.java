package slipway.surface.run.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.EventFeed;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.command.CommandEnvironment;

/** Shows a log: what there is, or on and on, from one attempt to the next, until the workload has ended. */
final class LogFollower {

    private static final List<String> ENDED = List.of("succeeded", "failed", "cancelled");

    /** So many nodes are followed at once. */
    private static final long MOST_NODES = 64;

    /** How a command calls. */
    interface Asking {
        <A> A ask(ApiCall<?, A> apiCall);
    }

    /** How a command hears the parts of an answer as they come. */
    interface Listening {
        <A> EventFeed<A> listen(ApiCall<?, A> apiCall);
    }

    private final Asking asking;
    private final Listening listening;
    private final Terminal terminal;
    private final boolean json;
    private Optional<Integer> only = Optional.empty();

    private LogFollower(Asking asking, Listening listening, Terminal terminal, boolean json) {
        this.asking = asking;
        this.listening = listening;
        this.terminal = terminal;
        this.json = json;
    }

    static LogFollower of(
            Asking asking,
            Listening listening,
            CommandEnvironment commandEnvironment,
            boolean json) {
        return new LogFollower(asking, listening, commandEnvironment.terminal(), json);
    }

    /** Of this node of the gang alone. */
    LogFollower rank(Optional<Integer> node) {
        only = node;
        return this;
    }

    /** Shows what there is of one attempt, the newest unless said: node after node. */
    LogView now(WorkloadView workload, Optional<Integer> attempt) {
        int first = only.orElse(0);
        LogView part = ask(workload, attempt, first, 0);
        boolean several = only.isEmpty() && part.nodes() > 1;
        LogView last = printed(workload, part, several);
        for (int rank = 1; several && rank < part.nodes(); rank++) {
            var number = Optional.of((int) part.attempt());
            last = printed(workload, ask(workload, number, rank, 0), true);
        }
        return last;
    }

    private LogView printed(WorkloadView workload, LogView first, boolean several) {
        var logOutput = new LogOutput(terminal, json, several);
        LogView part = first;
        while (part.text().isPresent() && !terminal.isOutputClosed()) {
            logOutput.show(part);
            var number = Optional.of((int) part.attempt());
            part = ask(workload, number, (int) part.rank(), part.next());
        }
        logOutput.end();
        return part;
    }

    /**
     * Shows it until the workload has ended, or if one attempt was asked for until that has.
     *
     * @return the workload as it is then
     */
    WorkloadView toTheEnd(WorkloadView workload, Optional<Integer> one) {
        var told = new Thread(() -> terminal.note(goesOn(workload)), "broken-off");
        Runtime.getRuntime().addShutdownHook(told);
        try {
            WorkloadView end = followed(workload, one);
            if (ended(end)) {
                terminal.note(sentence(end));
            }
            return end;
        } finally {
            forget(told);
        }
    }

    /** An attempt that has not begun yet is waited for; the server says when there will be none. */
    private WorkloadView followed(WorkloadView workload, Optional<Integer> one) {
        int first = one.orElse(Math.max(1, (int) workload.attempts()));
        for (int attempt = first; ; attempt++) {
            boolean again = attempt > first;
            LogView last = followed(workload, attempt, again);
            WorkloadView now = asking.ask(show(workload));
            boolean all = last.attempt() < attempt || (ended(now) && now.attempts() == attempt);
            if (one.isPresent() || all || terminal.isOutputClosed()) {
                return now;
            }
        }
    }

    private LogView followed(WorkloadView workload, int attempt, boolean again) {
        List<CompletableFuture<LogView>> others = new ArrayList<>();
        Consumer<LogView> begins =
                part -> {
                    if (again && part.attempt() == attempt) {
                        terminal.note(
                                "%s goes on with attempt %d."
                                        .formatted(WorkloadName.of(workload), attempt));
                    }
                    long nodes = only.isPresent() ? 1 : Math.min(part.nodes(), MOST_NODES);
                    for (int rank = 1; rank < nodes; rank++) {
                        others.add(aside(workload, attempt, rank));
                    }
                };
        LogView last = heard(workload, attempt, only.orElse(0), begins);
        try {
            others.forEach(CompletableFuture::join);
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
        return last;
    }

    private CompletableFuture<LogView> aside(WorkloadView workload, int attempt, int rank) {
        var heard = new CompletableFuture<LogView>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                heard.complete(heard(workload, attempt, rank, _ -> {}));
                            } catch (RuntimeException failed) {
                                heard.completeExceptionally(failed);
                            }
                        });
        return heard;
    }

    /** One node's log of one attempt, to its end; the last part of it. */
    private LogView heard(WorkloadView workload, int attempt, int rank, Consumer<LogView> begins) {
        Optional<LogOutput> printed = Optional.empty();
        try (EventFeed<LogView> eventFeed = listening.listen(log(workload, attempt, rank))) {
            while (true) {
                LogView part = eventFeed.next();
                if (printed.isEmpty()) {
                    begins.accept(part);
                    boolean several = only.isEmpty() && part.nodes() > 1;
                    printed = Optional.of(new LogOutput(terminal, json, several));
                }
                printed.get().show(part);
                if (part.complete() || terminal.isOutputClosed()) {
                    printed.get().end();
                    return part;
                }
            }
        }
    }

    private static ApiCall<NoBody, LogView> log(WorkloadView workload, int attempt, int rank) {
        return ApiCall.to(LogRoutes.READ)
                .with(PathParameter.WORKLOAD, workload.id())
                .query(LogRoutes.ATTEMPT, attempt)
                .query(LogRoutes.RANK, rank);
    }

    private LogView ask(WorkloadView workload, Optional<Integer> attempt, int rank, long from) {
        ApiCall<NoBody, LogView> apiCall =
                ApiCall.to(LogRoutes.READ)
                        .with(PathParameter.WORKLOAD, workload.id())
                        .query(LogRoutes.RANK, rank)
                        .query(LogRoutes.FROM, from);
        return asking.ask(
                attempt.map(number -> apiCall.query(LogRoutes.ATTEMPT, number)).orElse(apiCall));
    }

    private static ApiCall<NoBody, WorkloadView> show(WorkloadView workload) {
        return ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, workload.id());
    }

    static boolean ended(WorkloadView workload) {
        return ENDED.contains(workload.state());
    }

    /** How it ended, in a sentence. */
    static String sentence(WorkloadView workload) {
        String how = workload.state().equals("cancelled") ? "was cancelled" : workload.state();
        String why =
                workload.state().equals("succeeded")
                        ? ""
                        : workload.because().map(text -> " " + text).orElse("");
        return WorkloadName.of(workload) + " " + how + "." + why;
    }

    private static String goesOn(WorkloadView workload) {
        return "\n%s goes on. Follow it again: slipway logs -f %s"
                .formatted(WorkloadName.of(workload), WorkloadName.of(workload));
    }

    private static void forget(Thread told) {
        try {
            Runtime.getRuntime().removeShutdownHook(told);
        } catch (IllegalStateException alreadyStopping) {
            // Then it is being told.
        }
    }
}
