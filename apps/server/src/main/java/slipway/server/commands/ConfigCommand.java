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

/** {@code slipway config}: prints and validates the configuration. */
@Command(name = "config", description = "Show and check the configuration.")
final class ConfigCommand implements Runnable {

    private static final Set<String> WITH_SETTINGS = Set.of("show", "check");

    private final CommandEnvironment commandEnvironment;

    @Spec private CommandSpec spec = CommandSpec.create();

    ConfigCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    static CommandLine line(CommandEnvironment commandEnvironment) {
        var line = new CommandLine(new ConfigCommand(commandEnvironment));
        line.getSubcommands().entrySet().stream()
                .filter(command -> WITH_SETTINGS.contains(command.getKey()))
                .forEach(command -> SettingFlags.addTo(command.getValue().getCommandSpec()));
        return line;
    }

    @Override
    public void run() {
        UsageProblems.missing(spec);
    }

    @Command(description = "Show every setting with its value and source.")
    void show(@Option(names = "--json", description = "Print JSON.") boolean json) {
        Config config = config();
        out().print(
                        json
                                ? ConfigText.json(config).toPrettyString() + "\n"
                                : ConfigText.table(config));
        out().flush();
        warn(config.warnings());
    }

    @Command(description = "Validate the configuration and list all mistakes.")
    void check(@Option(names = "--json", description = "Print JSON.") boolean json) {
        Config config = config();
        out().print(
                        json
                                ? ConfigText.json(config).toPrettyString() + "\n"
                                : ConfigText.verdict(config));
        out().flush();
        warn(config.warnings());
    }

    @Command(description = "Print the JSON Schema of slipway.yaml.")
    void schema() {
        out().println(Settings.SHAPE.schema("slipway.yaml").toPrettyString());
        out().flush();
    }

    private Config config() {
        ParseResult parsed = spec.commandLine().getParseResult().subcommand();
        return Config.read(
                SettingFlags.in(parsed), ConfiguredCommand.processEnvironment(commandEnvironment));
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
