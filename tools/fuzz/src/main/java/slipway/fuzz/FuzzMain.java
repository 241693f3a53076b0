package slipway.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Fuzzes one target, guided by code coverage, until an input fails or the time is over. From the root of the
 * checkout, after a build:
 *
 * <pre>{@code
 * java -cp "target/fuzz/lib/*" slipway.fuzz.FuzzMain requests --seconds 60
 * }</pre>
 *
 * <p>A failing input is written into the target's corpus, under a name that begins with {@code crash-}; from then on
 * every build replays it. Without arguments it names the targets.
 */
public final class FuzzMain {

    private static final Path CORPUS = Path.of("tools", "fuzz", "corpus");

    private FuzzMain() {}

    public static void main(String[] words) throws IOException, InterruptedException {
        if (words.length == 0 || !Targets.names().contains(words[0])) {
            System.out.println("Targets: " + String.join(", ", Targets.names()));
            System.exit(words.length == 0 ? 0 : 2);
        }
        String seconds = words.length == 3 && words[1].equals("--seconds") ? words[2] : "60";
        Target target = Targets.named(words[0]);
        var process =
                new ProcessBuilder(command(target, Long.parseLong(seconds))).inheritIO().start();
        System.exit(process.waitFor());
    }

    /** Jazzer instruments every class of its process, so it runs in a separate one. */
    private static List<String> command(Target target, long seconds) throws IOException {
        Path kept = Files.createDirectories(CORPUS.resolve(target.name()));
        Path grown = Files.createDirectories(Path.of("target", "fuzz", "corpus", target.name()));
        List<String> seeds = target.seeds();
        for (int i = 0; i < seeds.size(); i++) {
            Files.writeString(grown.resolve("seed-" + i), seeds.get(i), StandardCharsets.UTF_8);
        }
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED",
                "-Dslipway.fuzz.target=" + target.name(),
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=slipway.fuzz.JazzerEntryPoint",
                "--instrumentation_includes=slipway.**",
                "--custom_hook_includes=none.**",
                "-dict=" + dictionary(target),
                "-max_total_time=" + seconds,
                "-max_len=4096",
                "-artifact_prefix=" + kept + "/",
                grown.toString(),
                kept.toString());
    }

    private static Path dictionary(Target target) throws IOException {
        List<String> lines = target.dictionary().stream().map(FuzzMain::escaped).toList();
        return Files.write(Path.of("target", "fuzz", target.name() + ".dict"), lines);
    }

    private static String escaped(String word) {
        var line = new StringBuilder("\"");
        for (byte each : word.getBytes(StandardCharsets.UTF_8)) {
            line.append("\\x%02x".formatted(each));
        }
        return line.append('"').toString();
    }
}
