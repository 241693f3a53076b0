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
 * How the server is started: the first words of its command line.
 *
 * @param words what stands before {@code up}
 */
public record ServerLauncher(List<String> words) {

    public ServerLauncher {
        words = List.copyOf(words);
    }

    /** As people do it: the launcher of the checkout, with its start-up cache. */
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
     * The same with an archive of loaded classes, which makes a start half the work. The first server that stops in
     * order writes it; until then, and if it does not fit, a start is as slow as without.
     */
    public ServerLauncher archived(Path archive) {
        List<String> all = new ArrayList<>(words);
        all.addAll(1, List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + archive));
        return new ServerLauncher(all);
    }

    /** A class of this module in a Java machine of its own, with the server's collector. */
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

    /** The same with the server's memory too: what differs from the server is the class alone. */
    public static ServerLauncher likeServer(Class<?> main) {
        List<String> words = new ArrayList<>(program(main).words());
        words.addAll(1, List.of("-Xms64m", "-XX:MaxRAMPercentage=25"));
        return new ServerLauncher(words);
    }

    /**
     * Has the launcher make its start-up cache now, by starting and stopping a server. Otherwise it makes it beside the
     * first start, which is then slow; every later start has it.
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
