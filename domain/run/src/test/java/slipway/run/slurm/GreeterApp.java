package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.time.Instant;
import java.util.Optional;
import slipway.run.engine.Launch;
import slipway.run.workspace.AppConnections;

/** The app of a workspace, for tests of the connection to it. */
final class GreeterApp {

    /** A program that reports whether it sees a file of its job. */
    static final String PROGRAM =
            """
            import os, socket
            open("/tmp/own", "w").close()
            server = socket.socket(socket.AF_UNIX)
            server.bind(os.path.join(os.environ["SLIPWAY_DIRECTORY"], "work", ".socket"))
            server.listen()
            while True:
                caller, _ = server.accept()
                caller.sendall(b"/tmp/own there" if os.path.exists("/tmp/own") else b"not")
                caller.close()
            """;

    private GreeterApp() {}

    /** The answer of the app of an attempt; empty while it cannot be reached. */
    static Optional<String> greeting(AppConnections appConnections, Launch launch) {
        try (ByteChannel app =
                appConnections
                        .connect(launch.id(), launch.directory(), Instant.EPOCH)
                        .orElse(null)) {
            var answer = ByteBuffer.allocate(100);
            while (app != null && app.read(answer) >= 0) {}
            return Optional.ofNullable(app)
                    .map(_ -> new String(answer.array(), 0, answer.position(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean hasRelay(Launch launch) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .anyMatch(line -> line.contains("relay") && line.contains("" + launch.directory()));
    }
}
