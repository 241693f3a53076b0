package slipway.cli.simulate;

import static slipway.cli.terminal.Column.number;
import static slipway.cli.terminal.Column.whole;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.Say;
import slipway.cli.command.Shell;
import slipway.cli.terminal.Facts;
import slipway.cli.terminal.Table;
import slipway.cli.terminal.Terminal;
import slipway.simulate.Packed;
import slipway.simulate.Result;
import slipway.simulate.report.Finding;

/** A finding in words: the answer first. */
final class FindingText {

    private static final int MOST_TEAMS = 20;

    private final Terminal terminal;
    private final Optional<Path> page;
    private final boolean grows;

    /**
     * @param page where the page with charts was written
     * @param grows whether accelerators can be added to what was replayed
     */
    FindingText(Shell shell, Optional<Path> page, boolean grows) {
        this.terminal = shell.terminal();
        this.page = page;
        this.grows = grows;
    }

    void say(Finding finding) {
        switch (finding) {
            case Finding.Replayed replayed -> replayed(replayed);
            case Finding.Filled filled -> packed(filled.packed());
        }
        page.ifPresent(file -> terminal.say("With charts: " + file));
    }

    private void replayed(Finding.Replayed replayed) {
        Result result = replayed.result();
        if (replayed.more().isPresent()) {
            compared(result, replayed.more().get());
        } else {
            terminal.say(answer(result));
            terminal.show(facts(result));
            teams(result);
            next();
        }
    }

    static String answer(Result result) {
        return "%s end after %s on average, on %s that are %s used."
                .formatted(
                        Say.count(result.jobs().finished(), "job"),
                        mean(result.jct().mean()),
                        Say.count(result.use().capacity() / 1_000, "accelerator"),
                        Say.percent(result.use().utilisation()));
    }

    private static Facts facts(Result result) {
        Facts facts =
                Facts.of()
                        .with(
                                "half",
                                "within %s; nine of ten within %s, all but one in a hundred within %s"
                                        .formatted(
                                                part(result, 0.5),
                                                part(result, 0.9),
                                                part(result, 0.99)))
                        .with("waited", mean(result.waits().mean()) + " on average")
                        .with(
                                "in all",
                                Say.duration(result.use().makespan())
                                        + " from the first submission to the last end")
                        .with("used", hours(result.use().used()) + lost(result))
                        .with("stopped", stopped(result));
        if (result.jobs().due() > 0) {
            facts.with(
                    "deadlines",
                    "%s of %s met"
                            .formatted(
                                    Say.percent(result.jobs().met() / (double) result.jobs().due()),
                                    Say.count(result.jobs().due())));
        }
        return facts.with("trouble", trouble(result)).with("left out", dropped(result));
    }

    private static String part(Result result, double part) {
        return Say.duration(result.jct().quantile(part));
    }

    private static String mean(double seconds) {
        return Say.duration(Duration.ofMillis(Math.round(seconds * 1_000)));
    }

    private static String hours(double hours) {
        return Say.count(Math.round(hours), "GPU-hour");
    }

    private static String lost(Result result) {
        return result.use().lost() < 0.5
                ? ""
                : ", of them %s lost or done again".formatted(hours(result.use().lost()));
    }

    private static String stopped(Result result) {
        int preemptions = result.events().preemptions();
        List<String> parts = new ArrayList<>();
        parts.add(
                preemptions == 0
                        ? "nobody"
                        : Say.count(preemptions, "preemption")
                                + ", one for "
                                + Say.number(result.jobs().all() / (double) preemptions, 1)
                                + " jobs");
        if (result.events().migrations() > 0) {
            parts.add(Say.count(result.events().migrations(), "move"));
        }
        if (result.events().resizes() > 0) {
            parts.add(Say.count(result.events().resizes(), "change") + " of size");
        }
        return String.join("; ", parts);
    }

    private static Optional<String> trouble(Result result) {
        List<String> parts = new ArrayList<>();
        if (result.events().failures() > 0) {
            parts.add(Say.count(result.events().failures(), "node") + " failed");
        }
        if (result.events().reclaims() > 0) {
            parts.add(Say.count(result.events().reclaims(), "spot node") + " taken away");
        }
        if (result.jobs().givenUp() > 0) {
            parts.add(
                    Say.count(result.jobs().givenUp(), "job") + " given up after too many losses");
        }
        if (result.jobs().unfinished() > 0) {
            parts.add(Say.count(result.jobs().unfinished(), "job") + " never started");
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(Say.list(parts));
    }

    private static Optional<String> dropped(Result result) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(result.dropped())
                .forEach((why, count) -> parts.add(Say.count(count) + " " + why.replace('_', ' ')));
        return parts.isEmpty() ? Optional.empty() : Optional.of(Say.list(parts));
    }

    private void teams(Result result) {
        if (result.teams().size() < 2) {
            return;
        }
        Table table =
                Table.of(
                        whole("TEAM"),
                        number("JOBS"),
                        number("GPU-HOURS"),
                        number("WAITED"),
                        number("ENDED AFTER"),
                        number("SLOWER BY"));
        result.teams().stream()
                .limit(MOST_TEAMS)
                .forEach(
                        team ->
                                table.row(
                                        team.team(),
                                        Say.count(team.jobs()),
                                        Say.count(Math.round(team.used())),
                                        mean(team.meanWait()),
                                        mean(team.meanJct()),
                                        Say.number(team.slowdown(), 1) + "x"));
        terminal.show(table);
        int more = result.teams().size() - MOST_TEAMS;
        if (more > 0) {
            terminal.say(Say.count(more, "more team") + ": --json");
        }
    }

    private void next() {
        if (page.isEmpty()) {
            String more = grows ? " With more machines: --add TYPE:COUNT" : "";
            terminal.say("With charts: --html report.html." + more);
        }
    }

    private void compared(Result now, Finding.More more) {
        Result then = more.result();
        double change = then.jct().mean() / Math.max(1e-9, now.jct().mean()) - 1;
        terminal.say(
                "With %s more %s, jobs end after %s on average instead of %s (%s)."
                        .formatted(
                                Say.count(more.addition().count()),
                                more.addition().type(),
                                mean(then.jct().mean()),
                                mean(now.jct().mean()),
                                Say.change(change)));
        Table table = Table.of(whole(""), number("TODAY"), number("THEN"));
        row(table, "ended after", mean(now.jct().mean()), mean(then.jct().mean()));
        row(table, "half within", part(now, 0.5), part(then, 0.5));
        row(table, "99 % within", part(now, 0.99), part(then, 0.99));
        row(table, "waited", mean(now.waits().mean()), mean(then.waits().mean()));
        row(
                table,
                "in all",
                Say.duration(now.use().makespan()),
                Say.duration(then.use().makespan()));
        row(
                table,
                "used",
                Say.percent(now.use().utilisation()),
                Say.percent(then.use().utilisation()));
        row(
                table,
                "preemptions",
                Say.count(now.events().preemptions()),
                Say.count(then.events().preemptions()));
        terminal.show(table);
    }

    private static void row(Table table, String what, String today, String then) {
        table.row(what, today, then);
    }

    private void packed(Packed packed) {
        terminal.say(
                "%s of %s are given away when as much was asked for as there is; %s if pods may be moved together."
                        .formatted(
                                exact(packed.mean(Packed.Run::still)),
                                Say.count(packed.capacity() / 1_000, "accelerator"),
                                exact(packed.mean(Packed.Run::moved))));
        terminal.show(
                Facts.of()
                        .with("seeds", Say.count(packed.runs().size()))
                        .with(
                                "placed once",
                                exact(packed.least(Packed.Run::still))
                                        + " to "
                                        + exact(packed.most(Packed.Run::still)))
                        .with(
                                "moved",
                                exact(packed.least(Packed.Run::moved))
                                        + " to "
                                        + exact(packed.most(Packed.Run::moved))));
        if (page.isEmpty()) {
            terminal.say("With a chart: --html report.html. Other draws: --seed NUMBER");
        }
    }

    /** Packings differ by tenths of a percent. */
    private static String exact(double share) {
        return Say.number(100 * share, 2) + "\u202f%";
    }
}
