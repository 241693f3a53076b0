package slipway.surface.run.commands;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.spec.sbatch.WorkloadFile;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway submit}. */
@Command(
        name = "submit",
        description =
                "Submits a workload from its file: YAML, JSON, or a script with #SBATCH lines.",
        footer = {
            "",
            "Examples",
            "  slipway submit job.yaml",
            "  slipway submit job.yaml --gpus A100:4 -e LR=3e-4    a flag wins over the file",
            "  slipway submit train.sbatch --dry-run               slipway sbatch runs it more as Slurm does",
            "  slipway submit job.yaml --idempotency-key nightly-0917",
            "",
            "Every key of the file: docs/reference/workload.md"
        })
final class SubmitCommand extends SubmittingCommand {

    @Parameters(paramLabel = "FILE", description = "The spec. Its workdir is seen from its folder.")
    private Path file = Path.of("");

    SubmitCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    WorkloadSpec spec(SpecOverrides over) {
        Path read = shell().here().resolve(file).normalize();
        WorkloadFile found = WorkloadFile.read(read, over);
        DirectiveText.tell(terminal(), found.remarks());
        Optional<String> workdir = found.spec().program().workdir();
        return workdir.isEmpty()
                ? found.spec()
                : WorkloadFile.read(read, over.with("workdir", "workdir", resolved(read, workdir)))
                        .spec();
    }

    /** The server stands in another folder, so it is told the whole path. */
    private String resolved(Path read, Optional<String> workdir) {
        String written = workdir.orElse("");
        Path home = shell().home();
        return written.equals("~") || written.startsWith("~/")
                ? home.resolve(written.substring(Math.min(2, written.length()))).toString()
                : read.resolveSibling(written).normalize().toString();
    }
}
