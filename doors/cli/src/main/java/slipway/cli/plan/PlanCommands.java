package slipway.cli.plan;

import picocli.CommandLine;
import slipway.cli.command.Group;
import slipway.cli.command.Shell;
import slipway.cli.learn.CalibrateCommands;
import slipway.cli.learn.MeasureCommands;
import slipway.cli.learn.PilotCommand;

/** {@code slipway plan}. */
public final class PlanCommands {

    private PlanCommands() {}

    public static CommandLine line(Shell shell) {
        return Group.of(
                "plan",
                "What a workload takes: accelerators, time, memory and money, before it runs.",
                new GuideCommand(shell),
                new TrainCommand(shell),
                new FinetuneCommand(shell),
                new ServeCommand(shell),
                new MixCommand(shell),
                new CapacityCommand(shell),
                new CompareCommand(shell),
                new AdviseCommand(shell),
                new CheckpointCommand(shell),
                new EvaluateCommand(shell),
                new PilotCommand(shell),
                MeasureCommands.line(shell),
                CalibrateCommands.line(shell));
    }
}
