package slipway.surface.plan.commands;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.plan.Planner;
import slipway.surface.terminal.command.CommandEnvironment;

/** The catalog of a plan: the bundled one, overlaid with the files of a folder. */
final class CatalogChoice {

    private static final ProblemCode NO_CATALOG =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-catalog",
                    "The folder of --catalog does not exist.");

    private static final String DEFAULT_FOLDER = "catalog";

    @Option(
            names = "--catalog",
            paramLabel = "FOLDER",
            description =
                    "Folder of your prices, machines and so on. Default: catalog in the data directory.")
    private Optional<Path> folder = Optional.empty();

    /** The default folder is optional; a named one must exist. */
    Planner read(CommandEnvironment commandEnvironment) {
        Path named =
                folder.map(commandEnvironment.here()::resolve)
                        .orElse(defaultFolder(commandEnvironment));
        if (folder.isPresent() && !Files.isDirectory(named)) {
            throw new Problem(
                    NO_CATALOG,
                    "There is no folder %s.".formatted(named),
                    "--catalog names the folder with prices.txt, machines.txt and others.",
                    "Omit --catalog, or name an existing folder: docs/catalog.md");
        }
        return Files.isDirectory(named) ? Planner.withFolder(named) : Planner.bundled();
    }

    private static Path defaultFolder(CommandEnvironment commandEnvironment) {
        return commandEnvironment.contexts().localData().resolve(DEFAULT_FOLDER);
    }
}
