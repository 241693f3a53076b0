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
import slipway.server.config.Config;
import slipway.server.config.LogFormat;
import slipway.server.config.LogLevel;
import slipway.server.config.ProcessEnvironment;
import slipway.server.log.LogSetup;
import slipway.server.platform.Platform;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.terminal.command.CommandEnvironment;

/**
 * Hidden: one short life of the whole platform on a data directory that is thrown away. The launcher makes its start-up
 * cache from the classes this loads, so what is done here starts fast later.
 */
@Command(name = "train", hidden = true)
final class AotServerCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    AotServerCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        LogSetup.as(LogLevel.INFO, LogFormat.TEXT);
        try {
            Path data = Files.createTempDirectory("slipway-train");
            try {
                // Twice: the first start migrates, the second finds everything as most starts do.
                live(data);
                live(data);
            } finally {
                remove(data);
            }
        } catch (IOException e) {
            throw new IllegalStateException("The training run failed", e);
        }
    }

    private void live(Path data) throws IOException {
        // Nothing of what this machine's own server is told: not its database, its cluster or its
        // attempts.
        Config config =
                Config.read(
                        Map.of("--data", data.toString(), "--port", "0"),
                        new ProcessEnvironment(Map.of(), data, data));
        try (var platform =
                        Platform.start(
                                config, commandEnvironment.version(), commandEnvironment.clock());
                var client = HttpClient.newHttpClient()) {
            platform.welcome(_ -> {});
            String token = Files.readString(data.resolve("local.token")).strip();
            new Rehearsal(client, platform.url(), token).play();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What people do with a server that is new to them: look around, and run something small. */
    private record Rehearsal(HttpClient client, String url, String token) {

        private static final List<String> LOOKS =
                List.of("/", "/login", "/healthz", "/readyz", "/api/v1/me", "/api/v1/events");

        private static final List<String> LOOKS_AT_JOBS =
                List.of(
                        "/queue",
                        "/cluster",
                        "/workloads/train",
                        "/api/v1/workloads/train",
                        "/api/v1/workloads/train/log",
                        "/api/v1/workloads?state=ended",
                        "/api/v1/vitals");

        /** Enough for the Java machine to see what it will do often. */
        private static final int JOBS = 100;

        private static final String JOB =
                "{\"spec\":\"run: /bin/true\\nresources: {cpus: 0.1}\",\"name\":\"train\"}";

        private static final Retry.Sleeper REST = ClientTimeouts.defaults().sleeper();
        private static final Duration LOOK = Duration.ofMillis(50);

        /** About half a minute: a machine that is too slow for that starts a little slower, too. */
        private static final int LOOKS_FOR_THE_END = 600;

        void play() throws IOException, InterruptedException {
            for (String path : LOOKS) {
                ask(path);
            }
            tell("/api/v1/notes", "{\"text\":\"Learnt to start.\"}");
            tell("/api/v1/teams/all/rehearsals", JOB);
            for (int job = 0; job < JOBS; job++) {
                tell("/api/v1/teams/all/workloads", JOB);
            }
            for (int look = 0; look < LOOKS_FOR_THE_END && !areOver(); look++) {
                REST.sleep(LOOK);
            }
            for (String path : LOOKS_AT_JOBS) {
                ask(path);
            }
        }

        private boolean areOver() throws IOException, InterruptedException {
            return ask("/api/v1/workloads?limit=1").contains("\"items\":[]");
        }

        private String ask(String path) throws IOException, InterruptedException {
            return send(request(path).GET());
        }

        private void tell(String path, String body) throws IOException, InterruptedException {
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
