package slipway.surface.run.commands;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.spec.workload.QuickRun;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway run}. */
@Command(
        name = "run",
        description = "Run a program as a workload. It survives this terminal.",
        footer = {
            "",
            "Examples",
            "  slipway run examples/digits.py                       on this machine, without a GPU",
            "  slipway run train.py --gpus H100:8 -- --lr 3e-4      arguments of the program follow --",
            "  slipway run train.py -f                              follow the log; exit code 1 if it fails",
            "  slipway run train.py --gpus 2 --dry-run              when would it start?",
            "  slipway run eval.py --needs train --data corpus@3    after train has succeeded",
            "",
            "The program runs in its own folder. For more settings, write a spec: slipway submit"
        })
final class RunCommand extends SubmittingCommand {

    @Parameters(
            index = "0",
            paramLabel = "PROGRAM",
            description = "A .py or .sh file, or an executable file.")
    private Path program = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ARGUMENT",
            description = "Arguments of the program; put options after --.")
    private List<String> arguments = List.of();

    RunCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    WorkloadSpec spec(SpecOverrides overrides) {
        return QuickRun.spec(shell().here().resolve(program), arguments, overrides);
    }
}
