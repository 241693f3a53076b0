package slipway.surface.run.commands;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** The commands of workloads and nodes, by name. */
public final class RunCommands {

    private RunCommands() {}

    public static Map<String, Supplier<CommandLine>> of(CommandEnvironment commandEnvironment) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("run", () -> new CommandLine(new RunCommand(commandEnvironment)));
        commands.put("submit", () -> new CommandLine(new SubmitCommand(commandEnvironment)));
        commands.put("sbatch", () -> SbatchCommand.line(commandEnvironment));
        commands.put("workspace", () -> new CommandLine(new WorkspaceCommand(commandEnvironment)));
        commands.put("extend", () -> new CommandLine(new ExtendCommand(commandEnvironment)));
        commands.put("ps", () -> new CommandLine(new PsCommand(commandEnvironment)));
        commands.put("logs", () -> new CommandLine(new LogsCommand(commandEnvironment)));
        commands.put("top", () -> new CommandLine(new TopCommand(commandEnvironment)));
        commands.put("exec", () -> new CommandLine(new ExecCommand(commandEnvironment)));
        commands.put("explain", () -> new CommandLine(new ExplainCommand(commandEnvironment)));
        commands.put("cancel", () -> new CommandLine(new CancelCommand(commandEnvironment)));
        commands.put("nodes", () -> new CommandLine(new NodesCommand(commandEnvironment)));
        commands.put("drain", () -> new CommandLine(new DrainCommand(commandEnvironment)));
        commands.put("return", () -> new CommandLine(new ReturnCommand(commandEnvironment)));
        return commands;
    }
}
