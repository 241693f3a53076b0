package slipway.surface.plan.commands;

import picocli.CommandLine;
import slipway.surface.plan.commands.evidence.CalibrateCommand;
import slipway.surface.plan.commands.evidence.MeasureCommand;
import slipway.surface.plan.commands.evidence.PilotCommand;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.CommandGroup;

/** {@code slipway plan}. */
public final class PlanCommands {

    private PlanCommands() {}

    public static CommandLine line(CommandEnvironment commandEnvironment) {
        return CommandGroup.of(
                "plan",
                "What a workload takes: accelerators, time, memory and money, before it runs.",
                new GuideCommand(commandEnvironment),
                new TrainCommand(commandEnvironment),
                new FinetuneCommand(commandEnvironment),
                new ServeCommand(commandEnvironment),
                new MixCommand(commandEnvironment),
                new CapacityCommand(commandEnvironment),
                new CompareCommand(commandEnvironment),
                new AdviseCommand(commandEnvironment),
                new CheckpointCommand(commandEnvironment),
                new EvaluateCommand(commandEnvironment),
                new PilotCommand(commandEnvironment),
                MeasureCommand.line(commandEnvironment),
                new CalibrateCommand(commandEnvironment));
    }
}
