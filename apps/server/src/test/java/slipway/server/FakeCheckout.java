package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A checkout with the real launcher, in a folder whose name has a space, on a machine where Java and Maven are shell
 * scripts. The fake Java prints its home and its arguments; the fake Maven records each build and creates one jar.
 */
final class FakeCheckout {

    /** The programs that the launcher may start. Java is absent, so that the real one is not found. */
    private static final List<String> TOOLS =
            List.of(
                    "sh",
                    "awk",
                    "cat",
                    "cksum",
                    "cp",
                    "cut",
                    "curl",
                    "date",
                    "find",
                    "git",
                    "grep",
                    "gzip",
                    "id",
                    "kill",
                    "ls",
                    "mkdir",
                    "mv",
                    "nice",
                    "ps",
                    "readlink",
                    "rm",
                    "rmdir",
                    "sed",
                    "sha256sum",
                    "sha512sum",
                    "shasum",
                    "sleep",
                    "sort",
                    "tail",
                    "tar",
                    "tee",
                    "touch",
                    "tr",
                    "uname",
                    "wget");

    private static final String JAVA =
            """
            #!/bin/sh
            for word; do
                case $word in
                    -XX:AOTCacheOutput=*)
                        echo training >>"$MACHINE/trainings"
                        [ ! -e "$MACHINE/untrainable" ] || exit 1
                        echo cache >"${word#*=}"
                        exit 0 ;;
                esac
            done
            echo "java $(cd "${0%/*}/.." && pwd)"
            printf '<%s>\\n' "$@"
            exit "${FAKE_EXIT:-0}"
            """;

    private static final String MAVEN =
            """
            #!/bin/sh
            case $1 in -v) echo "Apache Maven ${FAKE_MAVEN:-3.8.7}"; exit 0 ;; esac
            echo "$0 $*" >>"$MACHINE/builds"
            [ ! -p "$MACHINE/started" ] || { : >"$MACHINE/started"; read -r _ <"$MACHINE/go"; }
            echo '[INFO] Building server 0.1.0 [1/1]'
            if [ -e "$MACHINE/broken" ]; then echo '[ERROR] A.java:[1,1] nonsense'; exit 1; fi
            mkdir -p tools/testkit/target/quick
            echo junit.jar | tee tools/testkit/target/test.classpath >tools/testkit/target/quick/test.classpath
            mkdir -p target/slipway/lib
            cat apps/server/src/main/java/*.java >target/slipway/lib/server.jar
            """;

    final Path machine;
    final Path folder;
    final Map<String, String> environment = new TreeMap<>();

    FakeCheckout(Path machine) {
        this.machine = machine;
        folder = machine.resolve("my checkout");
        Path real = Path.of(System.getProperty("slipway.checkout"));
        copy(real.resolve("slipway"), folder.resolve("slipway"));
        for (String part : List.of("build.sh", "fetch.sh", "test.sh", "Renew.java", "needs")) {
            copy(real.resolve("tools/launch/" + part), folder.resolve("tools/launch/" + part));
        }
        write(folder.resolve("pom.xml"), "<version>0.1.0</version>");
        write(source("A"), "class A {}");
        TOOLS.forEach(this::link);
        script(machine.resolve("bin/mvn"), MAVEN);
        environment.put("MACHINE", machine.toString());
        environment.put("PATH", machine.resolve("bin").toString());
        environment.put("HOME", machine.resolve("home").toString());
        environment.put("SLIPWAY_JAVA_DIRS", machine.resolve("jvm").toString());
        environment.put("SLIPWAY_AOT", "off");
    }

    Path source(String name) {
        return folder.resolve("apps/server/src/main/java/" + name + ".java");
    }

    /** Creates a Java home. */
    Path jdk(String where, String version) {
        Path home = machine.resolve(where);
        script(home.resolve("bin/java"), JAVA);
        script(home.resolve("bin/javac"), "#!/bin/sh\n");
        write(
                home.resolve("release"),
                "JAVA_RUNTIME_VERSION=\"" + version + "+9\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    FakeCheckout with(String variable, Object value) {
        environment.put(variable, value.toString());
        return this;
    }

    Ended slipway(String... words) {
        return run(folder.resolve("slipway"), words);
    }

    Ended run(Path launcher, String... words) {
        Path said = machine.resolve("said");
        try {
            Process process = prepare(launcher, words).redirectOutput(said.toFile()).start();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            process.destroyForcibly();
            String text = Files.readString(said);
            assertThat(ended).as("the launcher ends; output: %s", text).isTrue();
            return new Ended(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Prepares a start from a folder outside the checkout. */
    ProcessBuilder prepare(Path launcher, String... words) {
        var command = new ProcessBuilder("/bin/sh", launcher.toString());
        command.command().addAll(List.of(words));
        command.environment().clear();
        command.environment().putAll(environment);
        return command.directory(machine.toFile()).redirectErrorStream(true);
    }

    int builds() {
        return lines("builds");
    }

    int trainings() {
        return lines("trainings");
    }

    private int lines(String name) {
        Path file = machine.resolve(name);
        try {
            return Files.exists(file) ? Files.readAllLines(file).size() : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The exit code and both output streams. */
    record Ended(int code, String text) {}

    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void script(Path file, String text) {
        write(file, text);
        if (!file.toFile().setExecutable(true)) {
            throw new AssertionError("cannot make " + file + " executable");
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.createDirectories(to.getParent());
            Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void link(String tool) {
        try {
            Files.createDirectories(machine.resolve("bin"));
            for (String folder : List.of("/usr/bin", "/bin")) {
                Path there = Path.of(folder, tool);
                if (Files.isExecutable(there)) {
                    Files.createSymbolicLink(machine.resolve("bin").resolve(tool), there);
                    return;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
