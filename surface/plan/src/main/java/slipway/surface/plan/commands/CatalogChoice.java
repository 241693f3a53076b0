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

/** Which catalog a plan rests on: ours, and over it the files of a folder. */
final class CatalogChoice {

    private static final ProblemCode NO_CATALOG =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-catalog",
                    "A folder was named for the catalog that is not there.");

    private static final String USUAL = "catalog";

    @Option(
            names = "--catalog",
            paramLabel = "FOLDER",
            description =
                    "Your own prices, machines and so on; else catalog in the data directory.")
    private Optional<Path> folder = Optional.empty();

    /** The usual folder need not be there; one that was named must be. */
    Planner read(CommandEnvironment commandEnvironment) {
        Path named =
                folder.map(commandEnvironment.here()::resolve).orElse(usual(commandEnvironment));
        if (folder.isPresent() && !Files.isDirectory(named)) {
            throw new Problem(
                    NO_CATALOG,
                    "There is no folder %s.".formatted(named),
                    "--catalog names the folder in which prices.txt, machines.txt and others lie.",
                    "Leave it out, or name one that is there: docs/catalog.md");
        }
        return Files.isDirectory(named) ? Planner.withFolder(named) : Planner.bundled();
    }

    private static Path usual(CommandEnvironment commandEnvironment) {
        return commandEnvironment.contexts().localData().resolve(USUAL);
    }
}
