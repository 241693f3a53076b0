package slipway.bench.kit;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The memory of a Java process. */
public record ProcessMemory(long process) {

    public static ProcessMemory of(Process process) {
        return new ProcessMemory(process.pid());
    }

    /** Memory the process has in use, in megabytes of a million bytes. */
    public double residentMegabytes() throws IOException, InterruptedException {
        Path status = Path.of("/proc", Long.toString(process), "status");
        Optional<String> kibibytes =
                Files.exists(status)
                        ? Files.readAllLines(status).stream()
                                .filter(line -> line.startsWith("VmRSS:"))
                                .map(line -> line.replaceAll("[^0-9]", ""))
                                .findFirst()
                        : Optional.of(askPs());
        return Long.parseLong(kibibytes.orElseThrow()) * 1_024 / 1e6;
    }

    private String askPs() throws IOException, InterruptedException {
        Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(process)).start();
        try (BufferedReader said = ps.inputReader(StandardCharsets.UTF_8)) {
            String line = said.readLine();
            ps.waitFor();
            return line == null ? "" : line.strip();
        }
    }

    /** Runs a garbage collection in the process, so that only live memory remains. */
    public void collect() throws IOException, InterruptedException {
        Path jcmd = Path.of(ServerLauncher.java()).resolveSibling("jcmd");
        int code =
                new ProcessBuilder(jcmd.toString(), Long.toString(process), "GC.run")
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.DISCARD)
                        .start()
                        .waitFor();
        if (code != 0) {
            throw BenchContext.notMeasured(
                    "The live memory could not be measured.",
                    jcmd + " ended with code " + code + ".",
                    "Run it with a JDK, as the user who runs the server.");
        }
    }
}
