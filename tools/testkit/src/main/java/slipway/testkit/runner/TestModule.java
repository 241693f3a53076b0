package slipway.testkit.runner;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A module that Maven has compiled.
 *
 * @param name its path in the checkout, such as {@code domain/run}
 * @param output where Maven put its classes: {@code target}, or {@code target/quick}
 * @param libraries what its tests need on the class path besides its own classes
 * @param needs the modules among them
 */
record TestModule(String name, Path home, Path output, List<Path> libraries, Set<String> needs) {

    /** Written by Maven in the phase process-test-classes, so a module that did not compile has none. */
    static final String CLASS_PATH = "test.classpath";

    static Optional<TestModule> read(Path checkout, String name, String folder) throws IOException {
        Path home = checkout.resolve(name);
        Path output = home.resolve(folder);
        Path list = output.resolve(CLASS_PATH);
        if (!Files.exists(list)) {
            return Optional.empty();
        }
        var libraries =
                Arrays.stream(Files.readString(list).strip().split(File.pathSeparator))
                        .filter(entry -> !entry.isEmpty())
                        .map(Path::of)
                        .toList();
        var needs =
                libraries.stream()
                        .filter(entry -> entry.startsWith(checkout))
                        .map(entry -> moduleOf(checkout.relativize(entry)))
                        .filter(other -> !other.equals(name))
                        .collect(Collectors.toCollection(TreeSet::new));
        return Optional.of(new TestModule(name, home, output, libraries, needs));
    }

    private static String moduleOf(Path inCheckout) {
        return inCheckout.subpath(0, Math.min(2, inCheckout.getNameCount())).toString();
    }

    Path testClasses() {
        return output.resolve("test-classes");
    }

    String classPath() {
        return Stream.concat(
                        Stream.of(testClasses(), output.resolve("classes")), libraries.stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
