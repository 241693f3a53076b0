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
import java.util.Optional;
import java.util.function.LongSupplier;
import slipway.journal.Journal;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;
import slipway.server.platform.Platform;
import slipway.surface.api.client.AccessToken;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.ServerContext;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.NewToken;
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

    /** A token of the first administrator, in exchange for the one that the first start shows. */
    public String firstToken() {
        List<String> shown = new ArrayList<>();
        platform.welcome(shown::add);
        var newToken = new NewToken("test", 30, Optional.empty(), Optional.empty());
        return as(shown.getFirst())
                .call(ApiCall.to(CurrentUserRoutes.TOKEN_MAKE).sending(newToken))
                .text()
                .orElseThrow();
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
