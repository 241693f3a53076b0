package slipway.server.commands;

import picocli.CommandLine.Command;
import slipway.base.text.Format;
import slipway.journal.sql.Database;
import slipway.journal.sql.SqlJournalStorage;
import slipway.server.config.Config;
import slipway.server.platform.DataDirectory;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway check}: compares every fact of the journal with its hash, also while a server runs. */
@Command(
        name = "check",
        description = "Compare all stored facts with their hashes.",
        footer = {
            "",
            "Exit code 0: no damage. Otherwise the output names the damage and how to restore."
        })
final class CheckCommand extends ConfiguredCommand {

    CheckCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        Config config = config();
        try (var storage =
                new SqlJournalStorage(
                        Database.openBeside(
                                DataDirectory.database(config), DataDirectory.SCHEMAS))) {
            print(
                    Format.count(storage.checkOrProblem())
                            + " facts match their hashes, and the database's structure is sound.");
        }
    }
}
