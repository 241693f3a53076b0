package slipway.spec.workload;

import java.util.List;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.Place;
import slipway.spec.Document;
import slipway.spec.Written;

/**
 * A script that was written for Slurm. Its {@code #SBATCH} lines become keys of a spec; the script itself, with these
 * lines emptied so that the shell still counts right, is what runs.
 */
public final class SbatchScript {

    private SbatchScript() {}

    /** Whether the text is a script rather than YAML. */
    public static boolean isOne(String text) {
        return text.startsWith("#!") || text.lines().anyMatch(line -> line.startsWith("#SBATCH"));
    }

    /** Reads the script, or throws one problem with all its mistakes. */
    public static WorkloadFile parse(String text, String file) {
        return parse(text, file, Flags.NONE);
    }

    /** The same, with flags laid over it. */
    public static WorkloadFile parse(String text, String file, Flags flags) {
        Directives directives = Directives.of(text, file);
        var translation = new SlurmTranslation(directives);
        Written.Block block = translation.block();
        var place = new Place(file, 1, 1);
        var run =
                new Written.Block(
                        place,
                        List.of(
                                new Written.Entry(
                                        place,
                                        WorkloadKeys.RUN.name(),
                                        new Written.Value(place, directives.script(), true))));
        List<Mistake> mistakes = translation.mistakes();
        var document =
                new Document(
                        file,
                        Optional.of(new Written.Block(place, run.over(block).entries())),
                        mistakes);
        return new WorkloadFile(WorkloadSpec.read(document, flags), translation.remarks());
    }
}
