package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import slipway.testkit.Needs;

/** The single-file distribution, {@code target/slipway.jar}; {@code ./slipway test} builds it. */
class CoreJarIT {

    private static final Path CHECKOUT = Path.of(System.getProperty("slipway.checkout"));
    private static final Path CORE = CHECKOUT.resolve("target/slipway.jar");
    private static final Path THIN = CHECKOUT.resolve("target/slipway/lib");

    private static final long MOST_BYTES = 60_000_000;
    private static final int MOST_ENTRIES = 15_000;

    /** Files that several libraries contain; shade merges them in class path order. */
    private static final Pattern JOINED =
            Pattern.compile("META-INF/(MANIFEST\\.MF|services/.*|(LICENSE|NOTICE)(\\.txt|\\.md)?)");

    @BeforeEach
    void made() {
        Needs.file(CORE, "run ./slipway test, which makes it");
    }

    @Test
    void the_core_jar_stays_small_enough_to_copy() throws IOException {
        assertThat(Files.size(CORE)).isLessThanOrEqualTo(MOST_BYTES);
        try (var jar = new JarFile(CORE.toFile())) {
            assertThat(jar.size()).isLessThanOrEqualTo(MOST_ENTRIES);
        }
    }

    /**
     * A comparison with a second build would take a minute. Two builds can differ only by an entry that comes from no
     * library, or by the time of one that shade made.
     */
    @Test
    void the_same_source_gives_the_same_bytes() throws IOException {
        var content = new HashSet<String>();
        var times = new HashSet<LocalDateTime>();
        eachOfLibraries(
                entry -> {
                    content.add(content(entry));
                    times.add(entry.getTimeLocal());
                });
        try (var jar = new JarFile(CORE.toFile())) {
            assertThat(jar.stream())
                    .allMatch(entry -> times.contains(entry.getTimeLocal()))
                    .filteredOn(entry -> !content.contains(content(entry)))
                    .allMatch(entry -> entry.isDirectory() || isJoined(entry));
        }
    }

    @Test
    void the_jar_is_executable_and_may_call_native_code() throws IOException {
        Manifest manifest;
        try (var jar = new JarFile(CORE.toFile())) {
            manifest = jar.getManifest();
        }
        assertThat(manifest.getMainAttributes().getValue("Main-Class"))
                .isEqualTo("slipway.server.Main");
        assertThat(manifest.getMainAttributes().getValue("Enable-Native-Access"))
                .isEqualTo("ALL-UNNAMED");
    }

    private static void eachOfLibraries(Consumer<ZipEntry> each) throws IOException {
        try (var jars = Files.newDirectoryStream(THIN, "*.jar")) {
            for (Path path : jars) {
                try (var jar = new JarFile(path.toFile())) {
                    jar.stream().forEach(each);
                }
            }
        }
    }

    private static boolean isJoined(ZipEntry entry) {
        return JOINED.matcher(entry.getName()).matches();
    }

    private static String content(ZipEntry entry) {
        return entry.getName() + " " + entry.getSize() + " " + Long.toHexString(entry.getCrc());
    }
}
