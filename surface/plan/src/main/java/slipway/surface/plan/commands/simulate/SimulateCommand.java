package slipway.surface.plan.commands.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.simulate.PackingStudy;
import slipway.simulate.Simulation;
import slipway.simulate.SimulationResult;
import slipway.simulate.Study;
import slipway.simulate.report.HtmlReport;
import slipway.simulate.report.ReportJson;
import slipway.simulate.report.SimulationFinding;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway simulate}. */
@Command(
        name = "simulate",
        description = "Replays a trace through the real scheduler and reports the results.",
        footer = {
            "",
            "Examples",
            "  slipway simulate --trace jobs.csv --cluster lab.yaml",
            "  slipway simulate --trace jobs.csv --cluster lab.yaml --add H100:16    what if we bought 16 more?",
            "  slipway simulate --sacct dump.txt --html report.html                  a page with charts",
            "  slipway simulate --philly philly.csv.gz --shrink 0.25 --json          for a script",
            "  slipway simulate --openb nodes.csv pods.csv --seeds 10",
            "",
            "Formats of traces and of the cluster file: slipway help simulate"
        })
public final class SimulateCommand implements Runnable {

    private static final ProblemCode NOT_WRITTEN =
            ProblemCode.of(
                    ProblemKind.OUTSIDE, "report-not-written", "A report could not be written.");

    private final CommandEnvironment commandEnvironment;

    @Mixin private TraceOptions traceOptions = new TraceOptions();

    @Mixin private SimulationOptions assumptions = new SimulationOptions();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with charts to this file.")
    private Optional<Path> html = Optional.empty();

    @Option(names = "--json", description = "Print the whole result as one line of JSON.")
    private boolean json;

    public SimulateCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        traceOptions.mustBeOne();
        SimulationFinding simulationFinding = traceOptions.isPacking() ? pack() : replay();
        html.ifPresent(
                file ->
                        write(
                                commandEnvironment.here().resolve(file),
                                HtmlReport.of(simulationFinding, commandEnvironment.version())));
        if (json) {
            commandEnvironment.terminal().json(ReportJson.of(simulationFinding).toString());
        } else {
            new FindingText(commandEnvironment, html, traceOptions.isExpandable())
                    .say(simulationFinding);
        }
    }

    private SimulationFinding replay() {
        Instant start = commandEnvironment.clock().instant();
        Study study = traceOptions.study(commandEnvironment.here(), assumptions);
        Simulation simulation = Simulation.of(study, assumptions.parameters());
        Optional<Study.Addition> addition = assumptions.addition();
        Optional<Simulation> expanded = addition.map(simulation::plus);
        try (var progress =
                new DelayedProgress(
                        commandEnvironment,
                        "Simulating",
                        simulation.jobs() * (expanded.isPresent() ? 2L : 1L))) {
            SimulationResult simulationResult = simulation.run(progress);
            Optional<SimulationFinding.Expansion> expansion =
                    expanded.map(
                            it ->
                                    new SimulationFinding.Expansion(
                                            addition.orElseThrow(), it.run(progress)));
            return new SimulationFinding.Replayed(
                    traceOptions.name(), simulationResult, expansion, since(start));
        }
    }

    private SimulationFinding pack() {
        assumptions.mustHaveNoAddition();
        Instant start = commandEnvironment.clock().instant();
        PackingStudy packingStudy =
                PackingStudy.of(
                        traceOptions.openb(commandEnvironment.here(), 0),
                        traceOptions.openb(commandEnvironment.here(), 1));
        try (var progress =
                new DelayedProgress(commandEnvironment, "Packing", assumptions.seeds() * 2L)) {
            return new SimulationFinding.Packed(
                    traceOptions.name(),
                    packingStudy.run(assumptions.seed(), assumptions.seeds(), progress),
                    since(start));
        }
    }

    private Duration since(Instant start) {
        return Duration.between(start, commandEnvironment.clock().instant());
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException unwritable) {
            throw new Problem(
                            NOT_WRITTEN,
                            "The report was not written to " + file + ".",
                            "The system reports: " + unwritable + ".",
                            "Choose another path with --html FILE.")
                    .causedBy(unwritable);
        }
    }
}
