package slipway.server.commands;

import picocli.CommandLine.Command;
import slipway.base.text.Format;
import slipway.journal.sql.Database;
import slipway.journal.sql.SqlJournalStorage;
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway check}: reads the whole journal beside a running server and compares every fact with its hash. */
@Command(
        name = "check",
        description = "Compares everything the server keeps with its hashes, while it runs.",
        footer = {
            "",
            "Exit code 0: all is well. Otherwise it says what is damaged and how to restore."
        })
final class CheckCommand extends ConfiguredCommand {

    CheckCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        Config config = config();
        try (var medium =
                new SqlJournalStorage(
                        Database.openBeside(
                                DataDirectory.database(config), DataDirectory.SCHEMAS))) {
            say(
                    Format.count(medium.checkOrProblem())
                            + " facts match their hashes, and the database's structure is sound.");
        }
    }
}
