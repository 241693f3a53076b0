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

/** Prints a log: its present content, or every attempt until the workload has ended. */
final class LogFollower {

    private static final List<String> ENDED = List.of("succeeded", "failed", "cancelled");

    private static final long MAX_FOLLOWED_NODES = 64;

    /** Calls the server. */
    interface Caller {
        <A> A ask(ApiCall<?, A> apiCall);
    }

    /** Opens a stream of the parts of an answer. */
    interface StreamOpener {
        <A> EventFeed<A> open(ApiCall<?, A> apiCall);
    }

    private final Caller caller;
    private final StreamOpener streamOpener;
    private final Terminal terminal;
    private final boolean json;
    private Optional<Integer> only = Optional.empty();

    private LogFollower(Caller caller, StreamOpener streamOpener, Terminal terminal, boolean json) {
        this.caller = caller;
        this.streamOpener = streamOpener;
        this.terminal = terminal;
        this.json = json;
    }

    static LogFollower of(
            Caller caller,
            StreamOpener streamOpener,
            CommandEnvironment commandEnvironment,
            boolean json) {
        return new LogFollower(caller, streamOpener, commandEnvironment.terminal(), json);
    }

    /** Limits the output to one node of the gang. */
    LogFollower rank(Optional<Integer> node) {
        only = node;
        return this;
    }

    /** Prints the present log of one attempt, by default the newest, node after node. */
    LogView print(WorkloadView workload, Optional<Integer> attempt) {
        int first = only.orElse(0);
        LogView part = ask(workload, attempt, first, 0);
        boolean several = only.isEmpty() && part.nodes() > 1;
        LogView last = printFrom(workload, part, several);
        for (int rank = 1; several && rank < part.nodes(); rank++) {
            var number = Optional.of((int) part.attempt());
            last = printFrom(workload, ask(workload, number, rank, 0), true);
        }
        return last;
    }

    private LogView printFrom(WorkloadView workload, LogView first, boolean several) {
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
     * Prints the log until the workload has ended, or until the given attempt has.
     *
     * @return the workload at that time
     */
    WorkloadView follow(WorkloadView workload, Optional<Integer> attempt) {
        var hook = new Thread(() -> terminal.note(stillRuns(workload)), "follow-interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            WorkloadView end = followAttempts(workload, attempt);
            if (ended(end)) {
                terminal.note(sentence(end));
            }
            return end;
        } finally {
            removeHook(hook);
        }
    }

    /** Waits for an attempt that has not begun; the server reports when there will be none. */
    private WorkloadView followAttempts(WorkloadView workload, Optional<Integer> only) {
        int first = only.orElse(Math.max(1, (int) workload.attempts()));
        for (int attempt = first; ; attempt++) {
            LogView last = followAttempt(workload, attempt, attempt > first);
            WorkloadView now = caller.ask(show(workload));
            boolean complete =
                    last.attempt() < attempt || (ended(now) && now.attempts() == attempt);
            if (only.isPresent() || complete || terminal.isOutputClosed()) {
                return now;
            }
        }
    }

    private LogView followAttempt(WorkloadView workload, int attempt, boolean announce) {
        List<CompletableFuture<LogView>> others = new ArrayList<>();
        Consumer<LogView> onFirstPart =
                part -> {
                    if (announce && part.attempt() == attempt) {
                        terminal.note(
                                "%s continues with attempt %d."
                                        .formatted(WorkloadName.of(workload), attempt));
                    }
                    long nodes = only.isPresent() ? 1 : Math.min(part.nodes(), MAX_FOLLOWED_NODES);
                    for (int rank = 1; rank < nodes; rank++) {
                        others.add(followNodeAsync(workload, attempt, rank));
                    }
                };
        LogView last = followNode(workload, attempt, only.orElse(0), onFirstPart);
        try {
            others.forEach(CompletableFuture::join);
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
        return last;
    }

    private CompletableFuture<LogView> followNodeAsync(
            WorkloadView workload, int attempt, int rank) {
        var result = new CompletableFuture<LogView>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                result.complete(followNode(workload, attempt, rank, _ -> {}));
                            } catch (RuntimeException failed) {
                                result.completeExceptionally(failed);
                            }
                        });
        return result;
    }

    /** Prints the log of one attempt on one node to its end, and returns the last part. */
    private LogView followNode(
            WorkloadView workload, int attempt, int rank, Consumer<LogView> onFirstPart) {
        Optional<LogOutput> output = Optional.empty();
        try (EventFeed<LogView> eventFeed = streamOpener.open(log(workload, attempt, rank))) {
            while (true) {
                LogView part = eventFeed.next();
                if (output.isEmpty()) {
                    onFirstPart.accept(part);
                    boolean several = only.isEmpty() && part.nodes() > 1;
                    output = Optional.of(new LogOutput(terminal, json, several));
                }
                output.get().show(part);
                if (part.complete() || terminal.isOutputClosed()) {
                    output.get().end();
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
        return caller.ask(
                attempt.map(number -> apiCall.query(LogRoutes.ATTEMPT, number)).orElse(apiCall));
    }

    private static ApiCall<NoBody, WorkloadView> show(WorkloadView workload) {
        return ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, workload.id());
    }

    static boolean ended(WorkloadView workload) {
        return ENDED.contains(workload.state());
    }

    /** A sentence about the end of a workload. */
    static String sentence(WorkloadView workload) {
        String how = workload.state().equals("cancelled") ? "was cancelled" : workload.state();
        String why =
                workload.state().equals("succeeded")
                        ? ""
                        : workload.because().map(text -> " " + text).orElse("");
        return WorkloadName.of(workload) + " " + how + "." + why;
    }

    private static String stillRuns(WorkloadView workload) {
        return "\n%s keeps running. Follow it again: slipway logs -f %s"
                .formatted(WorkloadName.of(workload), WorkloadName.of(workload));
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyStopping) {
            // The hook already runs.
        }
    }
}
