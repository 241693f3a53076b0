package slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests of this module plan with a small frozen catalog and a frozen fit, in {@code src/test/resources/slipway}, so
 * that a new price or a refit changes no golden file. Test resources come first on the class path and hide the shipped
 * files of the same names.
 */
class FrozenTablesTest {

    private static final Path CHECKOUT =
            Path.of(System.getProperty("basedir", ""))
                    .toAbsolutePath()
                    .resolve("../..")
                    .normalize();

    @Test
    void frozen_files_hide_the_shipped_catalog() throws IOException {
        assertHidden("foundation/catalog", "slipway/catalog", ".txt");
    }

    @Test
    void frozen_tables_hide_the_shipped_fit() throws IOException {
        assertHidden("domain/plan", "slipway/plan", ".tsv");
    }

    private static void assertHidden(String module, String folder, String extension)
            throws IOException {
        Path shipped = CHECKOUT.resolve(module).resolve("src/main/resources").resolve(folder);
        try (Stream<Path> files = Files.list(shipped)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(extension))
                            .toList();
            assertThat(names).isNotEmpty();
            for (String name : names) {
                assertHidden(folder + "/" + name);
            }
        }
    }

    private static void assertHidden(String name) throws IOException {
        List<URL> found =
                Collections.list(FrozenTablesTest.class.getClassLoader().getResources(name));
        assertThat(found).as("%s, the frozen file and the shipped one", name).hasSize(2);
        assertThat(found.getFirst().getPath())
                .as("Copy what tests need of %s to apps/cli/src/test/resources", name)
                .contains("/test-classes/");
    }
}
