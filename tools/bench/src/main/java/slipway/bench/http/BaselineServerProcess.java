package slipway.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.ProcessMemory;
import slipway.bench.kit.ServerLauncher;

/** {@link BaselineServer} in a separate process with the Java options of the server. */
final class BaselineServerProcess implements AutoCloseable {

    private final Process process;
    private final int port;

    private BaselineServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it with the bytes of its answers. */
    static BaselineServerProcess start(BenchContext place, byte[] body) throws IOException {
        Path file = Files.write(place.fresh("bare.body"), body);
        Process process =
                ServerLauncher.likeServer(BaselineServer.class)
                        .with(file.toString())
                        .redirectError(Redirect.INHERIT)
                        .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        if (line == null) {
            throw new IOException("The bare server ended before it listened");
        }
        return new BaselineServerProcess(process, Integer.parseInt(line));
    }

    int port() {
        return port;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    ProcessMemory memory() {
        return ProcessMemory.of(process);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
