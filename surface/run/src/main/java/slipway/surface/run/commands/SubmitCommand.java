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
        description = "Submit a workload file: YAML, JSON or sbatch.",
        footer = {
            "",
            "Examples",
            "  slipway submit job.yaml",
            "  slipway submit job.yaml --gpus A100:4 -e LR=3e-4    a flag wins over the file",
            "  slipway submit train.sbatch --dry-run               slipway sbatch is closer to Slurm",
            "  slipway submit job.yaml --idempotency-key nightly-0917",
            "",
            "All keys of the file: docs/reference/workload.md"
        })
final class SubmitCommand extends SubmittingCommand {

    @Parameters(paramLabel = "FILE", description = "The spec; its workdir is relative to the file.")
    private Path file = Path.of("");

    SubmitCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    WorkloadSpec spec(SpecOverrides overrides) {
        Path path = shell().here().resolve(file).normalize();
        WorkloadFile parsed = WorkloadFile.read(path, overrides);
        DirectiveText.print(terminal(), parsed.remarks());
        Optional<String> workdir = parsed.spec().execution().program().workdir();
        return workdir.isEmpty()
                ? parsed.spec()
                : WorkloadFile.read(
                                path, overrides.with("workdir", "workdir", absolute(path, workdir)))
                        .spec();
    }

    /** The server has another working directory, so it needs an absolute path. */
    private String absolute(Path path, Optional<String> workdir) {
        String written = workdir.orElse("");
        Path home = shell().home();
        return written.equals("~") || written.startsWith("~/")
                ? home.resolve(written.substring(Math.min(2, written.length()))).toString()
                : path.resolveSibling(written).normalize().toString();
    }
}
