package slipway.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.bench.http.CliBench;
import slipway.bench.http.HttpBench;
import slipway.bench.http.HubBench;
import slipway.bench.http.PageBench;
import slipway.bench.http.PlanPageBench;
import slipway.bench.http.SseBench;
import slipway.bench.http.StartupBench;
import slipway.bench.identity.AuditBench;
import slipway.bench.identity.AuthorizationBench;
import slipway.bench.journal.CrashBench;
import slipway.bench.journal.HistoryBench;
import slipway.bench.journal.JournalBench;
import slipway.bench.journal.RecoverBench;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.plan.PlanCalibrateBench;
import slipway.bench.plan.PlanMeasureBench;
import slipway.bench.plan.PlanPilotBench;
import slipway.bench.plan.PlanSearchBench;
import slipway.bench.plan.PlanServeBench;
import slipway.bench.plan.PlanSingleBench;
import slipway.bench.plan.PlanTrainBench;
import slipway.bench.run.CrashJobsBench;
import slipway.bench.run.MemoryBench;
import slipway.bench.run.PreemptBench;
import slipway.bench.run.SamplerBench;
import slipway.bench.run.SlurmCrashBench;
import slipway.bench.run.SlurmJobsBench;
import slipway.bench.run.SlurmStartBench;
import slipway.bench.run.SubmitBench;
import slipway.bench.run.TinyJobsBench;
import slipway.bench.schedule.DecideBench;
import slipway.bench.schedule.ExplainBench;
import slipway.bench.schedule.KueueBench;
import slipway.bench.schedule.TraceBench;

/**
 * {@code ./slipway bench [NAME] [--quick | --long] [--json]}: lists the benches, or runs one and ends with one line of
 * JSON.
 */
public final class BenchMain {

    static final ProblemCode NO_BENCH =
            ProblemCode.of(ProblemKind.INVALID, "no-such-bench", "There is no such benchmark.");

    private static final Set<String> FLAGS = Set.of("--quick", "--long", "--json");
    private static final List<Bench> BENCHES =
            Stream.concat(
                            Stream.of(
                                    new StartupBench(),
                                    new CliBench(),
                                    new JournalBench(),
                                    new RecoverBench(),
                                    new CrashBench(),
                                    new HistoryBench(),
                                    new TinyJobsBench(),
                                    new SlurmJobsBench(),
                                    new SlurmStartBench(),
                                    new SlurmCrashBench(),
                                    new SubmitBench(),
                                    new CrashJobsBench(),
                                    new PreemptBench(),
                                    new SamplerBench(),
                                    new MemoryBench(),
                                    new AuthorizationBench(),
                                    new AuditBench(),
                                    new HttpBench(),
                                    new SseBench(),
                                    new HubBench(),
                                    new PageBench(),
                                    new PlanPageBench(),
                                    new DecideBench(),
                                    new ExplainBench(),
                                    new KueueBench(),
                                    new PlanTrainBench(),
                                    new PlanSingleBench(),
                                    new PlanServeBench(),
                                    new PlanSearchBench(),
                                    new PlanCalibrateBench(),
                                    new PlanPilotBench(),
                                    new PlanMeasureBench()),
                            TraceBench.all().stream())
                    .toList();

    private BenchMain() {}

    /** The exit code says whether it was measured, not whether it holds. */
    public static void main(String[] words) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try {
            run(List.of(words), out);
        } catch (Problem problem) {
            System.err.println(problem.what() + "\n" + problem.why() + "\n" + problem.next());
            System.exit(problem.kind().exitCode());
        } catch (IOException e) {
            System.err.println("It could not be measured.\n" + e);
            System.exit(ProblemKind.OUTSIDE.exitCode());
        } catch (InterruptedException e) {
            System.err.println("It was called off.");
            System.exit(ProblemKind.OUTSIDE.exitCode());
        }
        System.exit(0);
    }

    private static void run(List<String> words, PrintStream out)
            throws IOException, InterruptedException {
        Set<String> flags =
                new TreeSet<>(words.stream().filter(word -> word.startsWith("-")).toList());
        List<String> names = words.stream().filter(word -> !word.startsWith("-")).toList();
        if (!FLAGS.containsAll(flags) || names.size() > 1) {
            throw wrong("The words were not understood: " + String.join(" ", words) + ".");
        }
        if (names.isEmpty()) {
            list(out);
            return;
        }
        Bench bench =
                named(names.getFirst())
                        .orElseThrow(() -> wrong("There is no bench " + names.getFirst() + "."));
        PrintStream talk =
                flags.contains("--json")
                        ? new PrintStream(
                                OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)
                        : out;
        Path checkout = Path.of(System.getProperty("slipway.checkout", "")).toAbsolutePath();
        try (BenchContext place = BenchContext.make(size(flags), checkout, talk)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> clear(place), "clear"));
            out.println(bench.run(place).json());
        }
    }

    private static BenchContext.Size size(Set<String> flags) {
        if (flags.contains("--quick")) {
            return BenchContext.Size.QUICK;
        }
        return flags.contains("--long") ? BenchContext.Size.LONG : BenchContext.Size.FULL;
    }

    /** Removes processes and folders, also after Ctrl-C. */
    private static void clear(BenchContext place) {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        place.close();
    }

    private static void list(PrintStream out) {
        BENCHES.forEach(bench -> out.printf("%-10s %s%n", bench.name(), bench.summary()));
        out.println("Run one: ./slipway bench NAME [--quick | --long] [--json]");
    }

    private static Optional<Bench> named(String name) {
        return BENCHES.stream().filter(bench -> bench.name().equals(name)).findFirst();
    }

    private static Problem wrong(String what) {
        List<String> names = BENCHES.stream().map(Bench::name).toList();
        return new Problem(
                NO_BENCH,
                what,
                "There are: "
                        + String.join(", ", names)
                        + "; flags: "
                        + String.join(", ", new TreeSet<>(FLAGS))
                        + ".",
                "See: ./slipway bench");
    }
}
