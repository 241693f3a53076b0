package slipway.bench.kit;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Starts the real server on one data directory again and again and ends it with SIGKILL, sometimes during its start
 * and recovery. The seed fixes the moments of the kills, not the work of the server at those moments.
 */
public final class CrashRestarts {

    private static final int ONE_IN = 8;
    private static final int LONGEST_START_MILLIS = 800;

    private final ServerLauncher serverLauncher;
    private final Path data;
    private final Random random;
    private final Consumer<Server> onStart;
    private final List<Long> recoveries = new ArrayList<>();
    private int starting;

    /**
     * @param born receives each server that is ready
     */
    public CrashRestarts(
            ServerLauncher serverLauncher, Path data, long seed, Consumer<Server> born) {
        this.serverLauncher = serverLauncher;
        this.data = data;
        this.random = new Random(seed);
        this.onStart = born;
    }

    /**
     * Starts and kills the server this often. A ready server lives at most this long.
     *
     * @param killed receives the number of each kill
     */
    public void end(int kills, Duration longest, IntConsumer killed)
            throws IOException, InterruptedException {
        for (int kill = 1; kill <= kills; kill++) {
            // Not the first one: the directory must hold data when a start is interrupted.
            if (kill > 1 && random.nextInt(ONE_IN) == 0) {
                killStarting();
                starting++;
            } else {
                killUnderLoad(longest);
            }
            killed.accept(kill);
        }
    }

    private void killStarting() throws IOException, InterruptedException {
        try (Server server = Server.begin(serverLauncher, data)) {
            server.pause(Duration.ofMillis(random.nextInt(LONGEST_START_MILLIS)));
            server.kill();
        }
    }

    private void killUnderLoad(Duration longest) throws IOException, InterruptedException {
        try (Server server = next()) {
            // More often early than late: then clients retry and jobs are adopted.
            double share = random.nextDouble() * random.nextDouble();
            server.pause(Duration.ofMillis(1 + Math.round(share * longest.toMillis())));
            server.kill();
        }
    }

    /** The next server, ready. */
    public Server next() throws IOException, InterruptedException {
        Server server = Server.begin(serverLauncher, data);
        recoveries.add(server.awaitReady());
        onStart.accept(server);
        return server;
    }

    /** How many kills hit a server that was still starting. */
    public int starting() {
        return starting;
    }

    /** The time of each start until ready. */
    public Samples recoveries() {
        return Samples.of(recoveries);
    }

    /** Whether {@code slipway check} finds every fact as it was written. */
    public boolean check() throws IOException, InterruptedException {
        return serverLauncher
                        .with("check", "--data", data.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
