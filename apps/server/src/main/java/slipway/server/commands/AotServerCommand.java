package slipway.server.commands;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import slipway.base.Retry;
import slipway.journal.Journal;
import slipway.server.config.Config;
import slipway.server.config.LogFormat;
import slipway.server.config.LogLevel;
import slipway.server.config.ProcessEnvironment;
import slipway.server.log.LogSetup;
import slipway.server.platform.Platform;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.terminal.command.CommandEnvironment;

/**
 * Hidden: runs the whole platform briefly on a temporary data directory. The launcher makes its start-up cache from the
 * classes that this loads, so everything exercised here starts fast later.
 */
@Command(name = "train", hidden = true)
final class AotServerCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    AotServerCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        LogSetup.configure(LogLevel.INFO, LogFormat.TEXT);
        try {
            Path data = Files.createTempDirectory("slipway-train");
            try {
                // Twice: the first start migrates the database, the second is a normal start.
                runOnce(data);
                runOnce(data);
            } finally {
                remove(data);
            }
        } catch (IOException e) {
            throw new IllegalStateException("The training run failed", e);
        }
    }

    private void runOnce(Path data) throws IOException {
        // Ignores the configuration of this machine's own server: database, cluster, attempts.
        Config config =
                Config.read(
                        Map.of("--data", data.toString(), "--port", "0"),
                        new ProcessEnvironment(Map.of(), data, data));
        try (var platform =
                        Platform.start(
                                config,
                                commandEnvironment.version(),
                                new Journal.Times(commandEnvironment.clock(), System::nanoTime));
                var client = HttpClient.newHttpClient()) {
            platform.welcome(_ -> {});
            String token = Files.readString(data.resolve("local.token")).strip();
            new WarmUp(client, platform.url(), token).run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Typical requests to a new server: open pages and run small jobs. */
    private record WarmUp(HttpClient client, String url, String token) {

        private static final List<String> PATHS =
                List.of("/", "/login", "/healthz", "/readyz", "/api/v1/me", "/api/v1/events");

        private static final List<String> JOB_PATHS =
                List.of(
                        "/queue",
                        "/cluster",
                        "/workloads/train",
                        "/api/v1/workloads/train",
                        "/api/v1/workloads/train/log",
                        "/api/v1/workloads?ended=true",
                        "/api/v1/vitals");

        /** Enough for the JVM to profile the hot paths. */
        private static final int JOBS = 100;

        private static final String JOB =
                "{\"spec\":\"run: /bin/true\\nresources: {cpus: 0.1}\",\"name\":\"train\"}";

        private static final Retry.Sleeper SLEEPER = ClientTimeouts.defaults().sleeper();
        private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

        /** About half a minute. On a slower machine the cache is only less complete. */
        private static final int MAX_POLLS = 600;

        void run() throws IOException, InterruptedException {
            for (String path : PATHS) {
                get(path);
            }
            post("/api/v1/notes", "{\"text\":\"Learnt to start.\"}");
            post("/api/v1/teams/all/rehearsals", JOB);
            for (int job = 0; job < JOBS; job++) {
                post("/api/v1/teams/all/workloads", JOB);
            }
            for (int poll = 0; poll < MAX_POLLS && !haveEnded(); poll++) {
                SLEEPER.sleep(POLL_INTERVAL);
            }
            for (String path : JOB_PATHS) {
                get(path);
            }
        }

        private boolean haveEnded() throws IOException, InterruptedException {
            return get("/api/v1/workloads?limit=1").contains("\"items\":[]");
        }

        private String get(String path) throws IOException, InterruptedException {
            return send(request(path).GET());
        }

        private void post(String path, String body) throws IOException, InterruptedException {
            send(
                    request(path)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body)));
        }

        private HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create(url + path))
                    .header("Authorization", "Bearer " + token);
        }

        private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
