package slipway.spec.sbatch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import slipway.spec.Document;
import slipway.spec.DocumentLimits;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;

/**
 * A submitted file: YAML, JSON, or a script with {@code #SBATCH} lines.
 *
 * @param remarks the outcome of each directive of a script
 */
public record WorkloadFile(WorkloadSpec spec, List<DirectiveRemark> remarks) {

    public WorkloadFile {
        remarks = List.copyOf(remarks);
    }

    /** Reads the file with flags that override it, or throws one problem with the mistakes of both. */
    public static WorkloadFile read(Path file, SpecOverrides specOverrides) {
        String name = String.valueOf(file.getFileName());
        byte[] bytes = Document.bytes(file, DocumentLimits.DEFAULT);
        var text = new String(bytes, StandardCharsets.UTF_8);
        boolean readable =
                bytes.length <= DocumentLimits.DEFAULT.bytes() && text.indexOf('\ufffd') < 0;
        return readable
                ? of(text, name, specOverrides)
                : plain(Document.of(name, bytes, DocumentLimits.DEFAULT), specOverrides);
    }

    public static WorkloadFile of(String text, String name, SpecOverrides specOverrides) {
        if (SbatchScript.isScript(text)) {
            return SbatchScript.parse(text, name, specOverrides);
        }
        return plain(
                text.stripLeading().startsWith("{")
                        ? Document.ofJson(name, text, WorkloadSpec.JSON_LIMITS)
                        : Document.of(name, text),
                specOverrides);
    }

    private static WorkloadFile plain(Document document, SpecOverrides specOverrides) {
        return new WorkloadFile(WorkloadSpec.read(document, specOverrides), List.of());
    }
}
