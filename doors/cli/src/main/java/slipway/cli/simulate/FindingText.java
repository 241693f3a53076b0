package slipway.cli.simulate;

import static slipway.cli.terminal.Column.number;
import static slipway.cli.terminal.Column.whole;

import java.nio.file.Path;
import java.util.Optional;
import slipway.base.Format;
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
    FindingText(Shell commandEnvironment, Optional<Path> page, boolean grows) {
        this.terminal = commandEnvironment.terminal();
        this.page = page;
        this.grows = grows;
    }

    void say(Finding simulationFinding) {
        terminal.say(Sentences.answer(simulationFinding));
        switch (simulationFinding) {
            case Finding.Replayed replayed when replayed.more().isPresent() ->
                    compared(replayed.result(), replayed.more().get().result());
            case Finding.Replayed replayed -> replayed(replayed.result());
            case Finding.Filled filled -> packed(filled.packed());
        }
        terminal.say(
                page.map(file -> "With charts: " + file)
                        .orElse("With charts: --html report.html." + next(simulationFinding)));
    }

    private String next(Finding simulationFinding) {
        if (simulationFinding instanceof Finding.Filled) {
            return " Other draws: --seed NUMBER";
        }
        return grows ? " With more machines: --add TYPE:COUNT" : "";
    }

    private void replayed(Result simulationResult) {
        terminal.show(
                Facts.of()
                        .with("half", Sentences.parts(simulationResult))
                        .with(
                                "waited",
                                Sentences.mean(simulationResult.waits().mean()) + " on average")
                        .with(
                                "in all",
                                Format.duration(simulationResult.use().makespan())
                                        + " from the first submission to the last end")
                        .with("used", Sentences.used(simulationResult))
                        .with("stopped", Sentences.stopped(simulationResult))
                        .with("deadlines", Sentences.deadlines(simulationResult))
                        .with("trouble", Sentences.trouble(simulationResult))
                        .with("left out", Sentences.dropped(simulationResult)));
        if (simulationResult.teams().size() > 1) {
            teams(simulationResult);
        }
    }

    private void teams(Result simulationResult) {
        Table textTable =
                Table.of(
                        whole("TEAM"),
                        number("JOBS"),
                        number("GPU-HOURS"),
                        number("WAITED"),
                        number("ENDED AFTER"),
                        number("SLOWER BY"));
        simulationResult.teams().stream()
                .limit(MOST_TEAMS)
                .forEach(
                        team ->
                                textTable.row(
                                        team.team(),
                                        Format.count(team.jobs()),
                                        Format.count(Math.round(team.used())),
                                        Sentences.mean(team.meanWait()),
                                        Sentences.mean(team.meanJct()),
                                        Format.number(team.slowdown(), 1) + "x"));
        terminal.show(textTable);
        int more = simulationResult.teams().size() - MOST_TEAMS;
        if (more > 0) {
            terminal.say("And %s: --json".formatted(Format.count(more, "more team")));
        }
    }

    private void compared(Result now, Result then) {
        Table textTable = Table.of(whole("WHAT"), number("TODAY"), number("THEN"));
        textTable.row(
                "end after", Sentences.mean(now.jct().mean()), Sentences.mean(then.jct().mean()));
        textTable.row("half within", Sentences.part(now, 0.5), Sentences.part(then, 0.5));
        textTable.row("99 % within", Sentences.part(now, 0.99), Sentences.part(then, 0.99));
        textTable.row(
                "wait", Sentences.mean(now.waits().mean()), Sentences.mean(then.waits().mean()));
        textTable.row(
                "all end after",
                Format.duration(now.use().makespan()),
                Format.duration(then.use().makespan()));
        textTable.row(
                "use of all",
                Format.percent(now.use().utilisation()),
                Format.percent(then.use().utilisation()));
        textTable.row(
                "preemptions",
                Format.count(now.events().preemptions()),
                Format.count(then.events().preemptions()));
        terminal.show(textTable);
    }

    private void packed(Packed packingResult) {
        terminal.show(
                Facts.of()
                        .with("seeds", Format.count(packingResult.runs().size()))
                        .with(
                                "placed once",
                                Format.range(
                                        packingResult.least(Packed.Run::still),
                                        packingResult.most(Packed.Run::still),
                                        Sentences::exact))
                        .with(
                                "moved",
                                Format.range(
                                        packingResult.least(Packed.Run::moved),
                                        packingResult.most(Packed.Run::moved),
                                        Sentences::exact)));
    }
}
