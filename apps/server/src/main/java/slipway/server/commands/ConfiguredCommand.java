package slipway.server.commands;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;
import slipway.server.log.LogSetup;
import slipway.surface.terminal.ProgressLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** A command that works on the data the configuration names, and takes its settings as flags. */
abstract sealed class ConfiguredCommand implements Runnable
        permits UpCommand,
                BackupCommand,
                RestoreCommand,
                CheckCommand,
                DoctorCommand,
                AuditVerifyCommand,
                AuditKeyCommand {

    private final CommandEnvironment commandEnvironment;

    @Spec private CommandSpec spec = CommandSpec.create();

    ConfiguredCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    CommandLine line() {
        var line = new CommandLine(this);
        SettingFlags.addTo(line.getCommandSpec());
        return line;
    }

    /** The configuration that holds; what is probably a slip in it is said on the error output. */
    final Config config() {
        Config config = quietConfig();
        config.warnings().forEach(slip -> warn(slip.location() + ": " + slip.sentence()));
        return config;
    }

    /** The same for a command that tells of slips in its own way. */
    final Config quietConfig() {
        Config config =
                Config.read(
                        SettingFlags.in(spec.commandLine().getParseResult()),
                        surroundings(commandEnvironment));
        LogSetup.as(config.logLevel(), config.logFormat());
        return config;
    }

    /** On the error output. */
    final void warn(String sentence) {
        commandEnvironment.terminal().note("warning: " + sentence);
    }

    final void say(String sentence) {
        commandEnvironment.terminal().say(sentence);
    }

    final ProgressLine progress(String doing, String things) {
        return commandEnvironment.terminal().progress(doing, things);
    }

    final CommandEnvironment shell() {
        return commandEnvironment;
    }

    /** What the configuration needs to know of a shell. */
    static ProcessEnvironment surroundings(CommandEnvironment commandEnvironment) {
        return new ProcessEnvironment(
                commandEnvironment.environment(),
                commandEnvironment.home(),
                commandEnvironment.here());
    }
}
