package slipway.surface.plan.commands.simulate;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.whole;

import java.nio.file.Path;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.simulate.PackingResult;
import slipway.simulate.SimulationResult;
import slipway.simulate.report.ResultSentences;
import slipway.simulate.report.SimulationFinding;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;

/** Prints a finding of the simulator, the answer first. */
final class FindingText {

    private static final int MAX_TEAMS = 20;

    private final Terminal terminal;
    private final Optional<Path> page;
    private final boolean expandable;

    /**
     * @param page where the page with charts was written
     * @param expandable whether accelerators can be added to the replayed cluster
     */
    FindingText(CommandEnvironment commandEnvironment, Optional<Path> page, boolean expandable) {
        this.terminal = commandEnvironment.terminal();
        this.page = page;
        this.expandable = expandable;
    }

    void say(SimulationFinding simulationFinding) {
        terminal.say(ResultSentences.answer(simulationFinding));
        switch (simulationFinding) {
            case SimulationFinding.Replayed replayed when replayed.expansion().isPresent() ->
                    compared(replayed.result(), replayed.expansion().get().result());
            case SimulationFinding.Replayed replayed -> replayed(replayed.result());
            case SimulationFinding.Packed filled -> packed(filled.result());
        }
        terminal.say(
                page.map(file -> "With charts: " + file)
                        .orElse("With charts: --html report.html." + next(simulationFinding)));
    }

    private String next(SimulationFinding simulationFinding) {
        if (simulationFinding instanceof SimulationFinding.Packed) {
            return " Another seed: --seed NUMBER";
        }
        return expandable ? " With more machines: --add TYPE:COUNT" : "";
    }

    private void replayed(SimulationResult simulationResult) {
        terminal.show(
                FactList.of()
                        .with("half", ResultSentences.quantiles(simulationResult))
                        .with(
                                "waited",
                                ResultSentences.meanDuration(simulationResult.waitTimes().mean())
                                        + " on average")
                        .with(
                                "in all",
                                Format.duration(simulationResult.use().makespan())
                                        + " from the first submission to the last end")
                        .with("used", ResultSentences.acceleratorHours(simulationResult))
                        .with("stopped", ResultSentences.interruptions(simulationResult))
                        .with("deadlines", ResultSentences.deadlines(simulationResult))
                        .with("failures", ResultSentences.failures(simulationResult))
                        .with("dropped", ResultSentences.dropped(simulationResult)));
        if (simulationResult.teams().size() > 1) {
            teams(simulationResult);
        }
    }

    private void teams(SimulationResult simulationResult) {
        TextTable textTable =
                TextTable.of(
                        whole("TEAM"),
                        number("JOBS"),
                        number("GPU-HOURS"),
                        number("WAITED"),
                        number("ENDED AFTER"),
                        number("SLOWER BY"));
        simulationResult.teams().stream()
                .limit(MAX_TEAMS)
                .forEach(
                        team ->
                                textTable.row(
                                        team.team(),
                                        Format.count(team.jobs()),
                                        Format.count(Math.round(team.used())),
                                        ResultSentences.meanDuration(team.meanWait()),
                                        ResultSentences.meanDuration(team.meanJct()),
                                        Format.number(team.slowdown(), 1) + "x"));
        terminal.show(textTable);
        int more = simulationResult.teams().size() - MAX_TEAMS;
        if (more > 0) {
            terminal.say("And %s: --json".formatted(Format.count(more, "more team")));
        }
    }

    private void compared(SimulationResult now, SimulationResult then) {
        TextTable textTable = TextTable.of(whole("WHAT"), number("TODAY"), number("THEN"));
        textTable.row(
                "end after",
                ResultSentences.meanDuration(now.jct().mean()),
                ResultSentences.meanDuration(then.jct().mean()));
        textTable.row(
                "half within",
                ResultSentences.quantile(now, 0.5),
                ResultSentences.quantile(then, 0.5));
        textTable.row(
                "99 % within",
                ResultSentences.quantile(now, 0.99), ResultSentences.quantile(then, 0.99));
        textTable.row(
                "wait",
                ResultSentences.meanDuration(now.waitTimes().mean()),
                ResultSentences.meanDuration(then.waitTimes().mean()));
        textTable.row(
                "all end after",
                Format.duration(now.use().makespan()),
                Format.duration(then.use().makespan()));
        textTable.row(
                "use of all",
                Format.percent(now.use().utilization()),
                Format.percent(then.use().utilization()));
        textTable.row(
                "preemptions",
                Format.count(now.events().preemptions()),
                Format.count(then.events().preemptions()));
        terminal.show(textTable);
    }

    private void packed(PackingResult packingResult) {
        terminal.show(
                FactList.of()
                        .with("seeds", Format.count(packingResult.runs().size()))
                        .with(
                                "placed once",
                                Format.range(
                                        packingResult.least(PackingResult.Run::inPlace),
                                        packingResult.most(PackingResult.Run::inPlace),
                                        ResultSentences::precisePercent))
                        .with(
                                "moved",
                                Format.range(
                                        packingResult.least(PackingResult.Run::consolidated),
                                        packingResult.most(PackingResult.Run::consolidated),
                                        ResultSentences::precisePercent)));
    }
}
