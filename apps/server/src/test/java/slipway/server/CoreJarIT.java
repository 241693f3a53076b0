package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import slipway.testkit.Needs;

/** The one file that people copy; {@code ./slipway test} makes it twice ({@code mvn verify -Dcore=twice}). */
class CoreJarIT {

    private static final Path HOUSE = Path.of(System.getProperty("slipway.house"));
    private static final Path CORE = HOUSE.resolve("target/slipway.jar");
    private static final Path AGAIN = HOUSE.resolve("apps/server/target/again.jar");

    private static final long MOST_BYTES = 60_000_000;
    private static final int MOST_ENTRIES = 15_000;

    @BeforeEach
    void made() {
        Needs.file(CORE, "run ./slipway test, which makes it");
        Needs.file(AGAIN, "run ./slipway test, which makes it");
    }

    @Test
    void the_core_jar_stays_small_enough_to_copy() throws IOException {
        assertThat(Files.size(CORE)).isLessThanOrEqualTo(MOST_BYTES);
        try (var jar = new JarFile(CORE.toFile())) {
            assertThat(jar.size()).isLessThanOrEqualTo(MOST_ENTRIES);
        }
    }

    @Test
    void the_same_source_gives_the_same_bytes() throws IOException {
        assertThat(Files.mismatch(CORE, AGAIN)).isEqualTo(-1);
    }

    @Test
    void it_runs_by_itself_and_may_call_native_code() throws IOException {
        Manifest manifest;
        try (var jar = new JarFile(CORE.toFile())) {
            manifest = jar.getManifest();
        }
        assertThat(manifest.getMainAttributes().getValue("Main-Class"))
                .isEqualTo("slipway.server.Main");
        assertThat(manifest.getMainAttributes().getValue("Enable-Native-Access"))
                .isEqualTo("ALL-UNNAMED");
    }
}
