package slipway.cli.plan;

import picocli.CommandLine;
import slipway.cli.command.Group;
import slipway.cli.command.Shell;

/** {@code slipway plan}. */
public final class PlanCommands {

    private PlanCommands() {}

    public static CommandLine line(Shell shell) {
        return Group.of(
                "plan",
                "What a workload takes: accelerators, time, memory and money, before it runs.",
                new TrainCommand(shell),
                new FinetuneCommand(shell),
                new ServeCommand(shell),
                new MixCommand(shell),
                new CheckpointCommand(shell),
                new EvaluateCommand(shell));
    }
}
