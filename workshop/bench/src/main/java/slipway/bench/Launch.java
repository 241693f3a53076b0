package slipway.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How the server is started: the first words of its command line.
 *
 * @param words what stands before {@code up}
 */
record Launch(List<String> words) {

    Launch {
        words = List.copyOf(words);
    }

    /** As people do it: the launcher of the checkout, with its start-up cache. */
    static Launch launcher(Path house) {
        return new Launch(List.of(house.resolve("slipway").toString()));
    }

    /** The built jars by themselves: works while a build holds the launcher's lock. */
    static Launch jars(Path dist) throws IOException {
        try (var files = Files.list(dist.resolve("lib"))) {
            String path =
                    files.map(Path::toString)
                            .filter(name -> name.endsWith(".jar"))
                            .sorted()
                            .collect(Collectors.joining(File.pathSeparator));
            return new Launch(
                    List.of(
                            java(),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            path,
                            "slipway.server.Main"));
        }
    }

    /** A class of this module in a Java machine of its own, with the server's collector. */
    static Launch program(Class<?> main) {
        return new Launch(
                List.of(
                        java(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName()));
    }

    /** The Java that runs this. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    ProcessBuilder with(String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return new ProcessBuilder(all);
    }
}
