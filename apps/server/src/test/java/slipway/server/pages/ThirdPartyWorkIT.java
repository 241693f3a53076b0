package slipway.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ThirdPartyWorkIT {

    @Test
    void exactly_the_shipped_libraries_are_listed_with_their_licenses() throws IOException {
        List<String> shipped = shipped();
        List<String> named =
                ThirdPartyWork.ALL.stream().flatMap(one -> one.jars().stream()).toList();
        assertThat(shipped).isNotEmpty().allMatch(jar -> named.stream().anyMatch(jar::startsWith));
        assertThat(named).allMatch(name -> shipped.stream().anyMatch(jar -> jar.startsWith(name)));
    }

    private static List<String> shipped() throws IOException {
        Path lib = Path.of(System.getProperty("slipway.checkout"), "target", "slipway", "lib");
        try (Stream<Path> files = Files.list(lib)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar") && !name.startsWith("slipway-"))
                    .sorted()
                    .toList();
        }
    }
}
