package slipway.server.local;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import slipway.cli.command.Shell;
import slipway.server.config.Config;
import slipway.server.config.LogFormat;
import slipway.server.config.LogLevel;
import slipway.server.platform.Platform;

/**
 * Hidden: one short life of the whole platform on a data directory that is thrown away. The launcher makes its start-up
 * cache from the classes this loads, so what is done here starts fast later.
 */
@Command(name = "train", hidden = true)
final class TrainCommand implements Runnable {

    private final Shell shell;

    TrainCommand(Shell shell) {
        this.shell = shell;
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
        Config config =
                Config.read(
                        Map.of("--data", data.toString(), "--port", "0"),
                        ConfiguredCommand.surroundings(shell));
        try (var platform = Platform.start(config, shell.version(), shell.clock());
                var client = HttpClient.newHttpClient()) {
            platform.welcome(_ -> {});
            String token = Files.readString(data.resolve("local.token")).strip();
            for (String path :
                    new String[] {
                        "/", "/login", "/healthz", "/readyz", "/api/v1/me", "/api/v1/events"
                    }) {
                ask(
                        client,
                        HttpRequest.newBuilder(URI.create(platform.url() + path))
                                .header("Authorization", "Bearer " + token));
            }
            ask(
                    client,
                    HttpRequest.newBuilder(URI.create(platform.url() + "/api/v1/notes"))
                            .header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/json")
                            .header("Idempotency-Key", "train")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            "{\"text\":\"Learnt to start.\"}")));
        }
    }

    private static void ask(HttpClient client, HttpRequest.Builder request) throws IOException {
        try {
            client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
