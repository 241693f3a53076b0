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

/** What is assumed beside the trace. */
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
            description = "Compares with so many more accelerators, in nodes like those there are.")
    private Optional<String> add = Optional.empty();

    @Option(
            names = "--shrink",
            paramLabel = "PART",
            description =
                    "Virtual clusters get this part of their nodes, but what their largest job needs. Else 1.")
    private double shrink = 1;

    @Option(
            names = "--vc",
            paramLabel = "FILE",
            description =
                    "How many nodes each virtual cluster of Philly has. Else a table that comes along.")
    private Optional<Path> vc = Optional.empty();

    @Option(
            names = "--from",
            paramLabel = "DATE",
            description = "Philly's first day. Else 2017-10-01.")
    private LocalDate from = LocalDate.of(2017, 10, 1);

    @Option(
            names = "--to",
            paramLabel = "DATE",
            description = "Philly's last day. Else 2017-11-30.")
    private LocalDate to = LocalDate.of(2017, 11, 30);

    @Option(
            names = "--preemption-cost",
            paramLabel = "SECONDS",
            description = "A job that was stopped does so much again when it goes on. Else 62.")
    private double cost = 62;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Of what goes wrong by chance. Else 1.")
    private long seed = 1;

    @Option(
            names = "--seeds",
            paramLabel = "COUNT",
            description = "Packs so often, from the seed on. Else 10.")
    private int seeds = 10;

    Optional<Path> cluster() {
        return cluster;
    }

    Path needCluster(Path here) {
        return here.resolve(
                cluster.orElseThrow(
                        () -> wrong("--trace needs --cluster FILE: the machines it is to run on")));
    }

    double shrink() {
        if (!(shrink > 0 && shrink <= 100)) {
            throw wrong("--shrink is a part above 0, such as 0.25");
        }
        return shrink;
    }

    Optional<Path> sizes() {
        return vc;
    }

    TraceWindow window() {
        if (to.isBefore(from)) {
            throw wrong("--to lies before --from");
        }
        return TraceWindow.of(from, to);
    }

    long seed() {
        return seed;
    }

    int seeds() {
        if (seeds < 1 || seeds > 10_000) {
            throw wrong("--seeds is a number from 1 to 10,000");
        }
        return seeds;
    }

    Study.Parameters assumed() {
        if (!(cost >= 0 && cost <= 1e7)) {
            throw wrong("--preemption-cost is a number of seconds, 0 or more");
        }
        return new Study.Parameters(Duration.ofMillis(Math.round(cost * 1_000)), seed);
    }

    Optional<Study.Addition> addition() {
        if (add.isPresent() && !add.get().matches(ADDITION)) {
            throw wrong("--add is a type and a number, such as H100:16");
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
            throw wrong(
                    "--add needs one cluster to add to; --philly has several and --openb is only packed");
        }
    }

    private ParameterException wrong(String why) {
        return new ParameterException(command.commandLine(), why);
    }
}
