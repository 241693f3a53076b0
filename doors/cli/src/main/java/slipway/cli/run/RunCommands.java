package slipway.cli.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import slipway.cli.command.Shell;

/** The commands of workloads and nodes, by their words. */
public final class RunCommands {

    private RunCommands() {}

    public static Map<String, Supplier<CommandLine>> of(Shell shell) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("run", () -> new CommandLine(new RunCommand(shell)));
        commands.put("submit", () -> new CommandLine(new SubmitCommand(shell)));
        commands.put("sbatch", () -> SbatchCommand.line(shell));
        commands.put("workspace", () -> new CommandLine(new WorkspaceCommand(shell)));
        commands.put("extend", () -> new CommandLine(new ExtendCommand(shell)));
        commands.put("ps", () -> new CommandLine(new PsCommand(shell)));
        commands.put("logs", () -> new CommandLine(new LogsCommand(shell)));
        commands.put("top", () -> new CommandLine(new TopCommand(shell)));
        commands.put("exec", () -> new CommandLine(new ExecCommand(shell)));
        commands.put("explain", () -> new CommandLine(new ExplainCommand(shell)));
        commands.put("cancel", () -> new CommandLine(new CancelCommand(shell)));
        commands.put("nodes", () -> new CommandLine(new NodesCommand(shell)));
        commands.put("drain", () -> new CommandLine(new DrainCommand(shell)));
        commands.put("return", () -> new CommandLine(new ReturnCommand(shell)));
        return commands;
    }
}
