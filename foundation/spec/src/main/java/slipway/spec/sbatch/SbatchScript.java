package slipway.spec.sbatch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.spec.Document;
import slipway.spec.DocumentNode;
import slipway.spec.SpecKey;
import slipway.spec.workload.QuickRun;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadKeys;
import slipway.spec.workload.WorkloadSpec;

/**
 * A script for Slurm. Its {@code #SBATCH} lines become keys of a spec; the script runs with these lines emptied,
 * so that line numbers stay the same.
 */
public final class SbatchScript {

    private final List<DirectiveRemark> remarks;
    private final Optional<WorkloadSpec> spec;
    private final Optional<Problem> problem;

    private SbatchScript(
            List<DirectiveRemark> remarks, Optional<WorkloadSpec> spec, Optional<Problem> problem) {
        this.remarks = remarks;
        this.spec = spec;
        this.problem = problem;
    }

    /**
     * The invocation, as of sbatch.
     *
     * @param folder working directory of the submitter, where it runs without a directive
     * @param arguments arguments of the script
     */
    public record Invocation(Path folder, List<String> arguments) {

        public Invocation {
            arguments = List.copyOf(arguments);
        }
    }

    /** Whether the text is a script rather than YAML. */
    public static boolean isScript(String text) {
        return text.startsWith("#!") || text.lines().anyMatch(line -> line.startsWith("#SBATCH"));
    }

    /** Reads the script, or throws one problem with all its mistakes. */
    public static WorkloadFile parse(String text, String file) {
        return parse(text, file, SpecOverrides.NONE);
    }

    /** The same, with flags that override it. */
    public static WorkloadFile parse(String text, String file, SpecOverrides specOverrides) {
        SbatchScript script = read(text, file, specOverrides, Optional.empty());
        return new WorkloadFile(script.spec(), script.remarks());
    }

    /** Reads the script with its invocation; it then has the variables that Slurm would set. */
    public static SbatchScript parseInvocation(
            String text, String file, SpecOverrides specOverrides, Invocation invocation) {
        return read(text, file, specOverrides, Optional.of(invocation));
    }

    private static SbatchScript read(
            String text,
            String file,
            SpecOverrides specOverrides,
            Optional<Invocation> invocation) {
        SbatchDirectives sbatchDirectives = SbatchDirectives.of(text, file);
        var translation =
                new SlurmTranslation(sbatchDirectives, invocation.map(Invocation::folder));
        DocumentNode.Block block = translation.block();
        var sourceLocation = new SourceLocation(file, 1, 1);
        DocumentNode.Block run =
                defaults(sourceLocation, sbatchDirectives.script(), file, invocation);
        var document =
                new Document(
                        file,
                        Optional.of(
                                new DocumentNode.Block(
                                        sourceLocation, block.mergedOver(run).entries())),
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

    /** Defaults that directives override. */
    private static DocumentNode.Block defaults(
            SourceLocation sourceLocation,
            String script,
            String file,
            Optional<Invocation> invocation) {
        List<DocumentNode.Entry> entries = new ArrayList<>();
        entries.add(entry(sourceLocation, WorkloadKeys.RUN, text(sourceLocation, script)));
        if (invocation.isPresent()) {
            QuickRun.nameFrom(file)
                    .ifPresent(
                            name ->
                                    entries.add(
                                            entry(
                                                    sourceLocation,
                                                    WorkloadKeys.NAME,
                                                    text(sourceLocation, name))));
            String folder = invocation.get().folder().toString();
            entries.add(entry(sourceLocation, WorkloadKeys.WORKDIR, text(sourceLocation, folder)));
            List<DocumentNode> words =
                    invocation.get().arguments().stream()
                            .<DocumentNode>map(word -> text(sourceLocation, word))
                            .toList();
            entries.add(
                    entry(
                            sourceLocation,
                            WorkloadKeys.ARGUMENTS,
                            new DocumentNode.Items(sourceLocation, words)));
        }
        return new DocumentNode.Block(sourceLocation, entries);
    }

    private static DocumentNode.Entry entry(
            SourceLocation sourceLocation, SpecKey<?> specKey, DocumentNode value) {
        return new DocumentNode.Entry(sourceLocation, specKey.name(), value);
    }

    private static DocumentNode.Value text(SourceLocation sourceLocation, String text) {
        return new DocumentNode.Value(sourceLocation, text, true);
    }

    /** The remarks on all directives in the order of lines, also of a rejected script. */
    public List<DirectiveRemark> remarks() {
        return remarks;
    }

    /** The spec, or one problem with all mistakes. */
    public WorkloadSpec spec() {
        return spec.orElseThrow(problem::orElseThrow);
    }
}
