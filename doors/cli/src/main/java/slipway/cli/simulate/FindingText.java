package slipway.cli.simulate;

import static slipway.cli.terminal.Column.number;
import static slipway.cli.terminal.Column.whole;

import java.nio.file.Path;
import java.util.Optional;
import slipway.base.Say;
import slipway.cli.command.Shell;
import slipway.cli.terminal.Facts;
import slipway.cli.terminal.Table;
import slipway.cli.terminal.Terminal;
import slipway.simulate.Packed;
import slipway.simulate.Result;
import slipway.simulate.report.Finding;
import slipway.simulate.report.Sentences;

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
        terminal.say(Sentences.answer(finding));
        switch (finding) {
            case Finding.Replayed replayed when replayed.more().isPresent() ->
                    compared(replayed.result(), replayed.more().get().result());
            case Finding.Replayed replayed -> replayed(replayed.result());
            case Finding.Filled filled -> packed(filled.packed());
        }
        terminal.say(
                page.map(file -> "With charts: " + file)
                        .orElse("With charts: --html report.html." + next(finding)));
    }

    private String next(Finding finding) {
        if (finding instanceof Finding.Filled) {
            return " Other draws: --seed NUMBER";
        }
        return grows ? " With more machines: --add TYPE:COUNT" : "";
    }

    private void replayed(Result result) {
        terminal.show(
                Facts.of()
                        .with("half", Sentences.parts(result))
                        .with("waited", Sentences.mean(result.waits().mean()) + " on average")
                        .with(
                                "in all",
                                Say.duration(result.use().makespan())
                                        + " from the first submission to the last end")
                        .with("used", Sentences.used(result))
                        .with("stopped", Sentences.stopped(result))
                        .with("deadlines", Sentences.deadlines(result))
                        .with("trouble", Sentences.trouble(result))
                        .with("left out", Sentences.dropped(result)));
        if (result.teams().size() > 1) {
            teams(result);
        }
    }

    private void teams(Result result) {
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
                                        Sentences.mean(team.meanWait()),
                                        Sentences.mean(team.meanJct()),
                                        Say.number(team.slowdown(), 1) + "x"));
        terminal.show(table);
        int more = result.teams().size() - MOST_TEAMS;
        if (more > 0) {
            terminal.say("And %s: --json".formatted(Say.count(more, "more team")));
        }
    }

    private void compared(Result now, Result then) {
        Table table = Table.of(whole("WHAT"), number("TODAY"), number("THEN"));
        table.row("end after", Sentences.mean(now.jct().mean()), Sentences.mean(then.jct().mean()));
        table.row("half within", Sentences.part(now, 0.5), Sentences.part(then, 0.5));
        table.row("99 % within", Sentences.part(now, 0.99), Sentences.part(then, 0.99));
        table.row("wait", Sentences.mean(now.waits().mean()), Sentences.mean(then.waits().mean()));
        table.row(
                "all end after",
                Say.duration(now.use().makespan()),
                Say.duration(then.use().makespan()));
        table.row(
                "use of all",
                Say.percent(now.use().utilisation()),
                Say.percent(then.use().utilisation()));
        table.row(
                "preemptions",
                Say.count(now.events().preemptions()),
                Say.count(then.events().preemptions()));
        terminal.show(table);
    }

    private void packed(Packed packed) {
        terminal.show(
                Facts.of()
                        .with("seeds", Say.count(packed.runs().size()))
                        .with(
                                "placed once",
                                Say.range(
                                        packed.least(Packed.Run::still),
                                        packed.most(Packed.Run::still),
                                        Sentences::exact))
                        .with(
                                "moved",
                                Say.range(
                                        packed.least(Packed.Run::moved),
                                        packed.most(Packed.Run::moved),
                                        Sentences::exact)));
    }
}
