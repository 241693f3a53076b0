package slipway.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import slipway.journal.Journal;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;
import slipway.server.platform.Platform;
import slipway.surface.api.client.AccessToken;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.ServerContext;
import slipway.testkit.MovingClock;

/** A running platform with API clients, for one test. */
public final class TestServer implements AutoCloseable {

    private final Platform platform;
    private final Path data;
    private final List<ApiClient> clients = new ArrayList<>();

    private TestServer(Platform platform, Path data) {
        this.platform = platform;
        this.data = data;
    }

    /** Takes flags and values as on the command line, in pairs. */
    public static TestServer open(Path data, String... flags) {
        return open(data, InstantSource.system(), flags);
    }

    /** The same with the clock of the test. */
    public static TestServer open(Path data, InstantSource clock, String... flags) {
        Map<String, String> all = new HashMap<>();
        all.put("--data", data.toString());
        all.put("--port", "0");
        for (int i = 0; i < flags.length; i += 2) {
            all.put(flags[i], flags[i + 1]);
        }
        Config config = Config.read(all, new ProcessEnvironment(Map.of(), data, data));
        LongSupplier nanos = clock instanceof MovingClock moving ? moving::nanos : System::nanoTime;
        return new TestServer(Platform.start(config, "0.1", new Journal.Times(clock, nanos)), data);
    }

    public Platform platform() {
        return platform;
    }

    public URI url() {
        return URI.create(platform.url());
    }

    /** A client with the local token. */
    public ApiClient local() {
        return as(localToken());
    }

    public String localToken() {
        try {
            return Files.readString(data.resolve("local.token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first administrator's token. */
    public String firstToken() {
        List<String> shown = new ArrayList<>();
        platform.welcome(shown::add);
        return shown.getFirst();
    }

    public ApiClient as(String token) {
        return as(ServerContext.open("test", url()).with(AccessToken.parse(token).orElseThrow()));
    }

    public ApiClient as(ServerContext serverContext) {
        ApiClient apiClient = ApiClient.of(serverContext);
        clients.add(apiClient);
        return apiClient;
    }

    @Override
    public void close() {
        clients.forEach(ApiClient::close);
        platform.close();
    }
}
