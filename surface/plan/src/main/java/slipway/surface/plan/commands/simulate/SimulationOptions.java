package slipway.surface.plan.commands.simulate;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slipway.simulate.Study;
import slipway.simulate.trace.TraceWindow;

/** The assumptions of a simulation. */
final class SimulationOptions {

    private static final String ADDITION = "[A-Za-z0-9][A-Za-z0-9._-]*:[1-9][0-9]{0,5}";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--cluster",
            paramLabel = "FILE",
            description = "The machines and teams, as YAML.")
    private Optional<Path> cluster = Optional.empty();

    @Option(
            names = "--add",
            paramLabel = "TYPE:COUNT",
            description = "Compare with more accelerators, in nodes like the existing ones.")
    private Optional<String> add = Optional.empty();

    @Option(
            names = "--shrink",
            paramLabel = "PART",
            description =
                    "Share of the nodes of each virtual cluster, at least for its largest job. Default: 1.")
    private double shrink = 1;

    @Option(
            names = "--vc",
            paramLabel = "FILE",
            description =
                    "Number of nodes of each virtual cluster of Philly. Default: a bundled table.")
    private Optional<Path> vc = Optional.empty();

    @Option(
            names = "--from",
            paramLabel = "DATE",
            description = "First day of Philly. Default: 2017-10-01.")
    private LocalDate from = LocalDate.of(2017, 10, 1);

    @Option(
            names = "--to",
            paramLabel = "DATE",
            description = "Last day of Philly. Default: 2017-11-30.")
    private LocalDate to = LocalDate.of(2017, 11, 30);

    @Option(
            names = "--preemption-cost",
            paramLabel = "SECONDS",
            description = "Seconds of work that a preempted job repeats. Default: 62.")
    private double cost = 62;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Seed of random failures. Default: 1.")
    private long seed = 1;

    @Option(
            names = "--seeds",
            paramLabel = "COUNT",
            description = "Number of runs, with successive seeds. Default: 10.")
    private int seeds = 10;

    Optional<Path> cluster() {
        return cluster;
    }

    Path needCluster(Path here) {
        return here.resolve(
                cluster.orElseThrow(
                        () -> usageError("--trace needs --cluster FILE with the machines")));
    }

    double shrink() {
        if (!(shrink > 0 && shrink <= 100)) {
            throw usageError("--shrink is a part above 0, such as 0.25");
        }
        return shrink;
    }

    Optional<Path> sizes() {
        return vc;
    }

    TraceWindow window() {
        if (to.isBefore(from)) {
            throw usageError("--to is before --from");
        }
        return TraceWindow.of(from, to);
    }

    long seed() {
        return seed;
    }

    int seeds() {
        if (seeds < 1 || seeds > 10_000) {
            throw usageError("--seeds is a number from 1 to 10,000");
        }
        return seeds;
    }

    Study.Parameters parameters() {
        if (!(cost >= 0 && cost <= 1e7)) {
            throw usageError("--preemption-cost is a number of seconds, 0 or more");
        }
        return new Study.Parameters(Duration.ofMillis(Math.round(cost * 1_000)), seed);
    }

    Optional<Study.Addition> addition() {
        if (add.isPresent() && !add.get().matches(ADDITION)) {
            throw usageError("--add is a type and a number, such as H100:16");
        }
        return add.map(
                text -> {
                    int colon = text.indexOf(':');
                    return new Study.Addition(
                            text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
                });
    }

    void mustHaveNoAddition() {
        if (add.isPresent()) {
            throw usageError(
                    "--add needs one cluster to add to; --philly has several and --openb is only packed");
        }
    }

    private ParameterException usageError(String why) {
        return new ParameterException(command.commandLine(), why);
    }
}
