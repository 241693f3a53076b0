package slipway.surface.plan.commands.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import slipway.simulate.Study;

/** The trace to replay: exactly one of these options. */
final class TraceOptions {

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "A trace in Slipway's format, with --cluster.")
    private Optional<Path> trace = Optional.empty();

    @Option(
            names = "--sacct",
            paramLabel = "FILE",
            description = "The output of sacct -X --parsable2.")
    private Optional<Path> sacct = Optional.empty();

    @Option(
            names = "--philly",
            paramLabel = "FILE",
            description = "Jobs of Microsoft's Philly cluster.")
    private Optional<Path> philly = Optional.empty();

    @Option(
            names = "--chronus",
            paramLabel = "FILE",
            description = "Jobs with deadlines in the form of Chronus.")
    private Optional<Path> chronus = Optional.empty();

    @Option(
            names = "--pollux",
            paramLabel = "FILE",
            description = "A workload of the Pollux simulator.")
    private Optional<Path> pollux = Optional.empty();

    @Option(
            names = "--openb",
            arity = "2",
            paramLabel = "FILE",
            description =
                    "Alibaba's openb: the list of nodes and a list of pods, which are packed.")
    private List<Path> openb = new ArrayList<>();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    void mustBeOne() {
        long named =
                Stream.of(trace, sacct, philly, chronus, pollux, openb.stream().findFirst())
                        .filter(Optional::isPresent)
                        .count();
        if (named != 1) {
            throw new ParameterException(
                    command.commandLine(),
                    (named == 0 ? "No trace is given" : "Only one trace can be replayed")
                            + ": name one of --trace, --sacct, --philly, --chronus, --pollux and --openb");
        }
    }

    boolean isPacking() {
        return !openb.isEmpty();
    }

    /** Whether there is one cluster, to which accelerators can be added. */
    boolean isExpandable() {
        return philly.isEmpty() && openb.isEmpty();
    }

    Path openb(Path here, int which) {
        return here.resolve(openb.get(which));
    }

    /** The name of the file, for the result. */
    String name() {
        Path file =
                Stream.of(trace, sacct, philly, chronus, pollux, openb.stream().skip(1).findFirst())
                        .flatMap(Optional::stream)
                        .findFirst()
                        .orElseThrow();
        return String.valueOf(file.getFileName());
    }

    Study study(Path here, SimulationOptions assumptions) {
        Optional<Path> cluster = assumptions.cluster().map(here::resolve);
        if (trace.isPresent()) {
            return new Study.SlipwayTraceStudy(
                    here.resolve(trace.get()), assumptions.needCluster(here));
        }
        if (sacct.isPresent()) {
            return new Study.Sacct(here.resolve(sacct.get()), cluster);
        }
        if (chronus.isPresent()) {
            return new Study.Chronus(here.resolve(chronus.get()), cluster, assumptions.shrink());
        }
        if (pollux.isPresent()) {
            return new Study.Pollux(here.resolve(pollux.get()), cluster);
        }
        assumptions.mustHaveNoAddition();
        return new Study.Philly(
                here.resolve(philly.orElseThrow()),
                assumptions.sizes().map(here::resolve),
                assumptions.shrink(),
                assumptions.window());
    }
}
