package slipway.server.commands;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code ./slipway reference}: writes the generated pages of docs/reference into the checkout. For contributors. */
@Command(
        name = "reference",
        hidden = true,
        description = "Write the generated reference into the checkout.")
final class ReferenceCommand implements Callable<Integer> {

    private static final ProblemCode NO_CHECKOUT =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-checkout",
                    "A command for contributors was run outside a checkout of Slipway.");

    private final CommandEnvironment commandEnvironment;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--into",
            paramLabel = "DIR",
            description = "Checkout. Default: the one around this jar or folder.")
    private Optional<Path> into = Optional.empty();

    ReferenceCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public Integer call() throws IOException {
        Path folder = into.orElseGet(this::checkout).resolve(ReferencePages.FOLDER);
        Files.createDirectories(folder);
        for (Map.Entry<String, String> page : ReferencePages.all().entrySet()) {
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
            spec.commandLine().getOut().println("wrote " + folder.resolve(page.getKey()));
        }
        spec.commandLine().getOut().flush();
        return 0;
    }

    /** The checkout above the product's jars, or above the current folder. */
    private Path checkout() {
        return Stream.concat(
                        upFrom(Path.of(System.getProperty("java.class.path", "").split(":", 2)[0])),
                        upFrom(commandEnvironment.here()))
                .filter(
                        folder ->
                                Files.exists(folder.resolve("pom.xml"))
                                        && Files.exists(folder.resolve("foundation")))
                .findFirst()
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_CHECKOUT,
                                        "There is no checkout of Slipway here.",
                                        "The reference is written into its docs folder.",
                                        "Go there and run: ./slipway reference"));
    }

    private static Stream<Path> upFrom(Path path) {
        return Stream.iterate(
                        Optional.of(path.toAbsolutePath()),
                        Optional::isPresent,
                        at -> at.map(Path::getParent))
                .flatMap(Optional::stream);
    }
}
