package slipway.cli.run;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import slipway.base.Retry;
import slipway.cli.command.Shell;
import slipway.cli.terminal.Terminal;
import slipway.wire.Call;
import slipway.wire.Patience;
import slipway.wire.form.Form;
import slipway.wire.form.Nothing;
import slipway.wire.route.PathPart;
import slipway.wire.run.WorkloadRoutes;
import slipway.wire.run.WorkloadRoutes.LogView;
import slipway.wire.run.WorkloadView;

/** Shows a log: what there is, or on and on, from one attempt to the next, until the workload has ended. */
final class Following {

    /** Short enough to look live, long enough that a hundred readers are no burden. */
    private static final java.time.Duration PAUSE = java.time.Duration.ofMillis(200);

    private static final List<String> ENDED = List.of("succeeded", "failed", "cancelled");

    /** How a command calls. */
    interface Asking {
        <A> A ask(Call<?, A> call);
    }

    private final Asking asking;
    private final Terminal terminal;
    private final boolean json;
    private final Retry.Sleeper sleeper;
    private int rank;

    private Following(Asking asking, Terminal terminal, boolean json, Retry.Sleeper sleeper) {
        this.asking = asking;
        this.terminal = terminal;
        this.json = json;
        this.sleeper = sleeper;
    }

    static Following of(Asking asking, Shell shell, boolean json) {
        return new Following(asking, shell.terminal(), json, Patience.usual().sleeper());
    }

    /** Of this node of the gang. */
    Following rank(int node) {
        rank = node;
        return this;
    }

    /** Shows what there is of one attempt, the newest unless said. */
    LogView now(WorkloadView workload, Optional<Integer> attempt) {
        LogView part = ask(workload, attempt, 0);
        while (shown(part) && !terminal.isDeaf()) {
            part = ask(workload, Optional.of((int) part.attempt()), part.next());
        }
        return part;
    }

    /**
     * Shows it until the workload has ended, or if one attempt was asked for until that has.
     *
     * @return the workload as it is then
     */
    WorkloadView toTheEnd(WorkloadView workload, Optional<Integer> only) {
        var told = new Thread(() -> terminal.note(goesOn(workload)), "broken-off");
        Runtime.getRuntime().addShutdownHook(told);
        try {
            WorkloadView end = followed(workload, only);
            if (ended(end)) {
                terminal.note(sentence(end));
            }
            return end;
        } finally {
            forget(told);
        }
    }

    private WorkloadView followed(WorkloadView workload, Optional<Integer> only) {
        Optional<Integer> attempt = only;
        long from = 0;
        while (!terminal.isDeaf()) {
            LogView part = ask(workload, attempt, from);
            attempt = part.attempt() == 0 ? attempt : Optional.of((int) part.attempt());
            from = part.next();
            if (shown(part)) {
                continue;
            }
            if (part.complete() || part.attempt() == 0) {
                WorkloadView now = asking.ask(show(workload));
                if (only.isPresent() || (ended(now) && now.attempts() == part.attempt())) {
                    return now;
                }
                if (now.attempts() > part.attempt()) {
                    attempt = Optional.of((int) part.attempt() + 1);
                    from = 0;
                    again(now, part);
                    continue;
                }
            }
            pause();
        }
        return asking.ask(show(workload));
    }

    private void again(WorkloadView now, LogView part) {
        if (part.attempt() > 0) {
            terminal.note(
                    "%s goes on with attempt %d.".formatted(Called.of(now), part.attempt() + 1));
        }
    }

    private LogView ask(WorkloadView workload, Optional<Integer> attempt, long from) {
        Call<Nothing, LogView> call =
                Call.to(WorkloadRoutes.LOG)
                        .with(PathPart.WORKLOAD, workload.id())
                        .query(WorkloadRoutes.RANK, rank)
                        .query(WorkloadRoutes.FROM, from);
        return asking.ask(
                attempt.map(number -> call.query(WorkloadRoutes.ATTEMPT, number)).orElse(call));
    }

    private static Call<Nothing, WorkloadView> show(WorkloadView workload) {
        return Call.to(WorkloadRoutes.SHOW).with(PathPart.WORKLOAD, workload.id());
    }

    /** Whether there was something to show. */
    private boolean shown(LogView part) {
        if (part.text().isEmpty()) {
            return false;
        }
        if (json) {
            Form<LogView> form = WorkloadRoutes.LOG.answer();
            terminal.json(new String(form.write(part), StandardCharsets.UTF_8));
        } else {
            terminal.out().print(part.text().get());
            terminal.out().flush();
        }
        return true;
    }

    private void pause() {
        try {
            sleeper.sleep(PAUSE);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Told to stop", stopped);
        }
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
        return Called.of(workload) + " " + how + "." + why;
    }

    private static String goesOn(WorkloadView workload) {
        return "\n%s goes on. Follow it again: slipway logs -f %s"
                .formatted(Called.of(workload), Called.of(workload));
    }

    private static void forget(Thread told) {
        try {
            Runtime.getRuntime().removeShutdownHook(told);
        } catch (IllegalStateException alreadyStopping) {
            // Then it is being told.
        }
    }
}
