package slipway.server.local;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import slipway.server.config.Surroundings;

/** The command line: its commands, and what it does with trouble. */
@Command(
        name = "slipway",
        description = "Deep-learning infrastructure on your own GPUs.",
        synopsisSubcommandLabel = "COMMAND")
public final class Commands implements Runnable {

    @Spec private CommandSpec spec = CommandSpec.create();

    private Commands() {}

    public static CommandLine line(Program program, Surroundings surroundings) {
        var trouble = new Trouble();
        var line =
                new CommandLine(new Commands())
                        .addSubcommand(new UpCommand(surroundings, program).line())
                        .addSubcommand(new BackupCommand(surroundings, program).line())
                        .addSubcommand(new RestoreCommand(surroundings, program).line())
                        .addSubcommand(new CheckCommand(surroundings).line())
                        .addSubcommand(new DoctorCommand(surroundings, program).line())
                        .addSubcommand(AuditCommand.line(surroundings))
                        .addSubcommand(ConfigCommand.line(surroundings))
                        .addSubcommand(new TrainCommand(surroundings, program))
                        .addSubcommand(new ReferenceCommand(surroundings))
                        .setExecutionExceptionHandler(trouble)
                        .setParameterExceptionHandler(trouble);
        line.getCommandSpec()
                .version("Slipway " + program.version())
                .addOption(versionOption())
                .addOption(helpOption());
        quiet(line);
        return line;
    }

    /** Help says "[OPTIONS]" rather than every option twice, and lists them in the order in which they are declared. */
    private static void quiet(CommandLine line) {
        line.getCommandSpec().usageMessage().abbreviateSynopsis(true).sortOptions(false);
        line.getSubcommands().values().forEach(Commands::quiet);
    }

    /** A command without its word is answered with the words there are. */
    @Override
    public void run() {
        Usage.missing(spec);
    }

    private static OptionSpec versionOption() {
        return OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Which Slipway this is.")
                .build();
    }

    /** Every command has it. */
    private static OptionSpec helpOption() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .scopeType(ScopeType.INHERIT)
                .description("This page.")
                .build();
    }
}
