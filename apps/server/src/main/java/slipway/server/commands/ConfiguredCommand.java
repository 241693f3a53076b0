package slipway.server.commands;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;
import slipway.server.log.LogSetup;
import slipway.surface.terminal.ProgressLine;
import slipway.surface.terminal.command.CommandEnvironment;

/** A command that reads the server configuration and accepts its settings as flags. */
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

    /** Reads the configuration and prints its warnings. */
    final Config config() {
        Config config = quietConfig();
        config.warnings().forEach(warning -> warn(warning.location() + ": " + warning.sentence()));
        return config;
    }

    /** Reads the configuration without printing its warnings. */
    final Config quietConfig() {
        Config config =
                Config.read(
                        SettingFlags.in(spec.commandLine().getParseResult()),
                        processEnvironment(commandEnvironment));
        LogSetup.configure(config.logLevel(), config.logFormat());
        return config;
    }

    /** Prints a warning on standard error. */
    final void warn(String sentence) {
        commandEnvironment.terminal().note("warning: " + sentence);
    }

    final void print(String sentence) {
        commandEnvironment.terminal().say(sentence);
    }

    final ProgressLine progress(String doing, String things) {
        return commandEnvironment.terminal().progress(doing, things);
    }

    final CommandEnvironment environment() {
        return commandEnvironment;
    }

    /** The part of the command environment that the configuration reads. */
    static ProcessEnvironment processEnvironment(CommandEnvironment commandEnvironment) {
        return new ProcessEnvironment(
                commandEnvironment.environment(),
                commandEnvironment.home(),
                commandEnvironment.here());
    }
}
