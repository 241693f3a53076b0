package slipway.spec.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.spec.Document;
import slipway.spec.Key;
import slipway.spec.Written;

/**
 * A script that was written for Slurm. Its {@code #SBATCH} lines become keys of a spec; the script itself, with these
 * lines emptied so that the shell still counts right, is what runs.
 */
public final class SbatchScript {

    private final List<Remark> remarks;
    private final Optional<WorkloadSpec> spec;
    private final Optional<Problem> problem;

    private SbatchScript(
            List<Remark> remarks, Optional<WorkloadSpec> spec, Optional<Problem> problem) {
        this.remarks = remarks;
        this.spec = spec;
        this.problem = problem;
    }

    /**
     * How it was called, as sbatch would have been.
     *
     * @param folder where whoever submits it stands: without a directive it runs there
     * @param arguments what the script is given
     */
    public record Called(Path folder, List<String> arguments) {

        public Called {
            arguments = List.copyOf(arguments);
        }
    }

    /** Whether the text is a script rather than YAML. */
    public static boolean isOne(String text) {
        return text.startsWith("#!") || text.lines().anyMatch(line -> line.startsWith("#SBATCH"));
    }

    /** Reads the script, or throws one problem with all its mistakes. */
    public static WorkloadFile parse(String text, String file) {
        return parse(text, file, Flags.NONE);
    }

    /** The same, with flags laid over it. */
    public static WorkloadFile parse(String text, String file, Flags specOverrides) {
        SbatchScript script = read(text, file, specOverrides, Optional.empty());
        return new WorkloadFile(script.spec(), script.remarks());
    }

    /** Reads the script as it was called; it then finds the variables that Slurm would have set. */
    public static SbatchScript called(
            String text, String file, Flags specOverrides, Called called) {
        return read(text, file, specOverrides, Optional.of(called));
    }

    private static SbatchScript read(
            String text, String file, Flags specOverrides, Optional<Called> called) {
        Directives sbatchDirectives = Directives.of(text, file);
        var translation = new SlurmTranslation(sbatchDirectives, called.map(Called::folder));
        Written.Block block = translation.block();
        var sourceLocation = new SourceLocation(file, 1, 1);
        Written.Block run = below(sourceLocation, sbatchDirectives.script(), file, called);
        var document =
                new Document(
                        file,
                        Optional.of(new Written.Block(sourceLocation, block.over(run).entries())),
                        translation.mistakes());
        try {
            WorkloadSpec spec = WorkloadSpec.read(document, specOverrides);
            return new SbatchScript(
                    translation.remarks(List.of()), Optional.of(spec), Optional.empty());
        } catch (Problem problem) {
            return new SbatchScript(
                    translation.remarks(problem.mistakes()),
                    Optional.empty(),
                    Optional.of(problem));
        }
    }

    /** What holds where no directive says otherwise. */
    private static Written.Block below(
            SourceLocation sourceLocation, String script, String file, Optional<Called> called) {
        List<Written.Entry> entries = new ArrayList<>();
        entries.add(entry(sourceLocation, WorkloadKeys.RUN, text(sourceLocation, script)));
        if (called.isPresent()) {
            QuickRun.named(file)
                    .ifPresent(
                            name ->
                                    entries.add(
                                            entry(
                                                    sourceLocation,
                                                    WorkloadKeys.NAME,
                                                    text(sourceLocation, name))));
            String folder = called.get().folder().toString();
            entries.add(entry(sourceLocation, WorkloadKeys.WORKDIR, text(sourceLocation, folder)));
            List<Written> words =
                    called.get().arguments().stream()
                            .<Written>map(word -> text(sourceLocation, word))
                            .toList();
            entries.add(
                    entry(
                            sourceLocation,
                            WorkloadKeys.ARGUMENTS,
                            new Written.Items(sourceLocation, words)));
        }
        return new Written.Block(sourceLocation, entries);
    }

    private static Written.Entry entry(
            SourceLocation sourceLocation, Key<?> specKey, Written value) {
        return new Written.Entry(sourceLocation, specKey.name(), value);
    }

    private static Written.Value text(SourceLocation sourceLocation, String text) {
        return new Written.Value(sourceLocation, text, true);
    }

    /** What became of each directive, in the order of the lines; also of a script that is refused. */
    public List<Remark> remarks() {
        return remarks;
    }

    /** What is to be run, or one problem with all its mistakes. */
    public WorkloadSpec spec() {
        return spec.orElseThrow(problem::orElseThrow);
    }
}
