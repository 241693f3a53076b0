package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.InTarget;
import slipway.run.workspace.WorkspaceSockets;

/** A workspace of real processes, in the sandbox of this machine. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class RealWorkspaceTest {

    @TempDir(factory = InTarget.class)
    private Path attempts;

    private ProcessRunHarness harness;

    @BeforeEach
    void begin() {
        harness = new ProcessRunHarness(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private Optional<SocketChannel> reached(WorkloadId lab) {
        try {
            Path attempt = harness.runner().directory(harness.workload(lab).attempt()).path();
            return new WorkspaceSockets().connect(attempt);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void what_listens_in_the_sandbox_is_reached_from_outside() throws IOException {
        WorkloadId lab =
                harness.submit(
                        """
                        kind: workspace
                        run: |
                          #!/usr/bin/env python3
                          import os, socket
                          server = socket.socket(socket.AF_UNIX)
                          server.bind(os.environ["SLIPWAY_SOCKET"])
                          server.listen()
                          while True:
                              caller, _ = server.accept()
                              caller.sendall(b"hello")
                              caller.close()
                        """);
        harness.await(lab, "running");
        harness.until(() -> reached(lab).isPresent());
        try (SocketChannel there = reached(lab).orElseThrow()) {
            var answer = ByteBuffer.allocate(5);
            while (answer.hasRemaining() && there.read(answer) >= 0) {}
            assertThat(new String(answer.array(), StandardCharsets.UTF_8)).isEqualTo("hello");
        }
    }

    @Test
    void an_app_that_is_not_installed_says_what_to_install() {
        WorkloadId lab = harness.submit("kind: workspace\napp: jupyter\nenvs: {PATH: /bin}");
        harness.await(lab, "failed");
        assertThat(((WorkloadState.Ended) harness.workload(lab).state()).because())
                .contains("neither jupyter-lab nor jupyter-notebook is installed")
                .contains("pip install jupyterlab");
    }
}
