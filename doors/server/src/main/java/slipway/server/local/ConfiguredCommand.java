package slipway.server.local;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import slipway.server.config.Config;
import slipway.server.config.Surroundings;

/** A command that works on the data the configuration names, and takes its settings as flags. */
abstract sealed class ConfiguredCommand implements Runnable
        permits UpCommand,
                BackupCommand,
                RestoreCommand,
                CheckCommand,
                DoctorCommand,
                AuditVerifyCommand,
                AuditProveCommand,
                AuditKeyCommand {

    private final Surroundings surroundings;

    @Spec private CommandSpec spec = CommandSpec.create();

    ConfiguredCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    CommandLine line() {
        var line = new CommandLine(this);
        SettingFlags.addTo(line.getCommandSpec());
        return line;
    }

    /** The configuration that holds; what is probably a slip in it is said on the error output. */
    final Config config() {
        Config config = quietConfig();
        config.warnings().forEach(slip -> warn(slip.place() + ": " + slip.sentence()));
        return config;
    }

    /** The same for a command that tells of slips in its own way. */
    final Config quietConfig() {
        Config config =
                Config.read(SettingFlags.in(spec.commandLine().getParseResult()), surroundings);
        LogSetup.as(config.logLevel(), config.logFormat());
        return config;
    }

    /** On the error output. */
    final void warn(String sentence) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("warning: " + sentence);
        err.flush();
    }

    final void say(String sentence) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(sentence);
        out.flush();
    }

    @SuppressWarnings("SystemConsoleNull") // it is null without a terminal, from JDK 25 on again
    final Progress progress(String doing) {
        var console = System.console();
        return new Progress(
                spec.commandLine().getErr(), doing, console != null && console.isTerminal());
    }

    final Surroundings surroundings() {
        return surroundings;
    }
}
