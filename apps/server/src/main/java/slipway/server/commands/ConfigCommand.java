package slipway.server.commands;

import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import slipway.base.Mistake;
import slipway.server.config.Config;
import slipway.server.config.Settings;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway config}: what is set, where it was set, whether it is right, and what could be. */
@Command(name = "config", description = "Shows, checks and describes the configuration.")
final class ConfigCommand implements Runnable {

    private static final Set<String> READ_IT = Set.of("show", "check");

    private final CommandEnvironment commandEnvironment;

    @Spec private CommandSpec spec = CommandSpec.create();

    ConfigCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    static CommandLine line(CommandEnvironment commandEnvironment) {
        var line = new CommandLine(new ConfigCommand(commandEnvironment));
        line.getSubcommands().entrySet().stream()
                .filter(command -> READ_IT.contains(command.getKey()))
                .forEach(command -> SettingFlags.addTo(command.getValue().getCommandSpec()));
        return line;
    }

    @Override
    public void run() {
        UsageProblems.missing(spec);
    }

    @Command(description = "Shows every setting, its value, and where that comes from.")
    void show(@Option(names = "--json", description = "As JSON.") boolean json) {
        Config config = config();
        out().print(
                        json
                                ? ConfigText.json(config).toPrettyString() + "\n"
                                : ConfigText.table(config));
        out().flush();
        warn(config.warnings());
    }

    @Command(description = "Says whether the configuration is right, and every mistake if not.")
    void check(@Option(names = "--json", description = "As JSON.") boolean json) {
        Config config = config();
        out().print(
                        json
                                ? ConfigText.json(config).toPrettyString() + "\n"
                                : ConfigText.verdict(config));
        out().flush();
        warn(config.warnings());
    }

    @Command(description = "Prints the JSON Schema of slipway.yaml, for editors and checks.")
    void schema() {
        out().println(Settings.SHAPE.schema("slipway.yaml").toPrettyString());
        out().flush();
    }

    private Config config() {
        ParseResult parsed = spec.commandLine().getParseResult().subcommand();
        return Config.read(
                SettingFlags.in(parsed), ConfiguredCommand.surroundings(commandEnvironment));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private void warn(List<Mistake> warnings) {
        PrintWriter err = spec.commandLine().getErr();
        warnings.forEach(
                warning ->
                        err.println("warning: " + warning.location() + ": " + warning.sentence()));
        err.flush();
    }
}
