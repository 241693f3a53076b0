package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The launcher's class file upgrade for jars that the start-up cache cannot store. */
@Tag("process")
class RenewTest {

    @TempDir private Path folder;

    @Test
    void every_class_of_picocli_gets_a_version_the_cache_can_hold_and_still_passes_the_verifier()
            throws Exception {
        URI place = CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        Path jar = Files.copy(Path.of(place), folder.resolve("picocli.jar"));
        Path checkout = Path.of(System.getProperty("slipway.checkout", ""));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process renew =
                new ProcessBuilder(
                                java.toString(),
                                checkout.resolve("tools/launch/Renew.java").toString(),
                                jar.toString())
                        .inheritIO()
                        .start();
        assertThat(renew.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(renew.exitValue()).isZero();
        try (var renewed = new JarFile(jar.toFile());
                var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            for (var entry :
                    renewed.stream().filter(it -> it.getName().endsWith(".class")).toList()) {
                byte[] bytes = renewed.getInputStream(entry).readAllBytes();
                int version = ClassFile.of().parse(bytes).majorVersion();
                assertThat(version).as(entry.getName()).isGreaterThanOrEqualTo(50);
                if (!entry.getName().contains("module-info")) {
                    String name = entry.getName().replace(".class", "").replace('/', '.');
                    assertThat(Class.forName(name, true, loader)).isNotNull();
                }
            }
        }
    }
}
