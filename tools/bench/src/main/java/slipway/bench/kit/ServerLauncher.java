package slipway.bench.kit;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line that starts the server.
 *
 * @param words the words before {@code up}
 */
public record ServerLauncher(List<String> words) {

    public ServerLauncher {
        words = List.copyOf(words);
    }

    /** The launcher of the checkout with its start-up cache, as users start it. */
    public static ServerLauncher launcher(Path checkout) {
        return new ServerLauncher(List.of(checkout.resolve("slipway").toString()));
    }

    /** The built jars by themselves: works while a build holds the launcher's lock. */
    public static ServerLauncher jars(Path dist) throws IOException {
        try (var files = Files.list(dist.resolve("lib"))) {
            String path =
                    files.map(Path::toString)
                            .filter(name -> name.endsWith(".jar"))
                            .sorted()
                            .collect(Collectors.joining(File.pathSeparator));
            return new ServerLauncher(
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

    /**
     * The same with an archive of loaded classes, which makes a start half the work. The first server that stops
     * gracefully writes it; until then, or if it does not fit, a start is as slow as without.
     */
    public ServerLauncher archived(Path archive) {
        List<String> all = new ArrayList<>(words);
        all.addAll(1, List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + archive));
        return new ServerLauncher(all);
    }

    /** A class of this module in a separate Java machine with the server's collector. */
    public static ServerLauncher program(Class<?> main) {
        return new ServerLauncher(
                List.of(
                        java(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName()));
    }

    /** The same with the server's memory limits: only the class differs from the server. */
    public static ServerLauncher likeServer(Class<?> main) {
        List<String> words = new ArrayList<>(program(main).words());
        words.addAll(1, List.of("-Xms64m", "-XX:MaxRAMPercentage=25"));
        return new ServerLauncher(words);
    }

    /**
     * Makes the launcher's start-up cache now, by starting and stopping a server. Otherwise the launcher makes it
     * during the first start, which is then slow.
     */
    public void makeCache(Path data) throws IOException, InterruptedException {
        ProcessBuilder up = with("up", "--data", data.toString(), "--port", "0");
        up.environment().put("SLIPWAY_AOT", "wait");
        Process server = up.redirectError(Redirect.DISCARD).start();
        try (var said = server.inputReader(StandardCharsets.UTF_8)) {
            String line = said.readLine();
            while (line != null && !line.startsWith("Ready")) {
                line = said.readLine();
            }
            server.destroy();
            server.waitFor();
        }
        Path caches = Path.of(words.getFirst()).resolveSibling("target/slipway/aot");
        try (var files = Files.list(caches)) {
            if (files.noneMatch(file -> file.getFileName().toString().matches("server-.*[.]aot"))) {
                throw BenchContext.notMeasured(
                        "There is no start-up cache.",
                        "The launcher could not make one.",
                        "See " + caches.resolve("server.log"));
            }
        }
    }

    /** The same with these environment variables, each {@code NAME=value}. */
    public ServerLauncher withVariables(List<String> variables) {
        List<String> all = new ArrayList<>(List.of("env"));
        all.addAll(variables);
        all.addAll(words);
        return new ServerLauncher(all);
    }

    /** The Java that runs this. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    public ProcessBuilder with(String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return new ProcessBuilder(all);
    }
}
