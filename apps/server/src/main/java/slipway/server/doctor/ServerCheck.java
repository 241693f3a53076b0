package slipway.server.doctor;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import slipway.base.Problem;
import slipway.journal.sql.DatabaseStatus;
import slipway.surface.api.ServerRoutes;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.CertificateFingerprint;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.api.client.ServerContext;
import slipway.surface.web.http.LocalToken;

/** The server on this data: whether it runs, answers at its address, and has this version. */
final class ServerCheck implements DoctorCheck {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "server";
    }

    @Override
    public String title() {
        return "server";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        Path data = context.config().data();
        Optional<String> holder = DatabaseStatus.holder(data);
        Optional<URI> url =
                content(data.resolve(LocalToken.ADDRESS)).flatMap(ServerContext::parseUrl);
        if (context.onSqlite() && holder.isEmpty()) {
            return List.of(ok("server does not run here; start it with: slipway up"));
        }
        if (url.isEmpty()) {
            return List.of(
                    holder.map(
                                    process ->
                                            fail(
                                                    "process "
                                                            + process
                                                            + " uses the data, but has published no address",
                                                    "wait until it has started, or restart it"))
                            .orElseGet(
                                    () ->
                                            ok(
                                                    "server does not run here; start it with: slipway up")));
        }
        return List.of(request(context, url.get(), holder));
    }

    private CheckResult request(DoctorContext context, URI url, Optional<String> holder) {
        Optional<CertificateFingerprint> pin =
                content(context.config().data().resolve(LocalToken.CERTIFICATE))
                        .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                        .flatMap(CertificateFingerprint::ofPem);
        var serverContext = new ServerContext("local", url, Optional.empty(), pin);
        var version = new AtomicReference<>("");
        try (var apiClient =
                new ApiClient(
                        () -> serverContext,
                        ClientTimeouts.defaults().within(TIMEOUT),
                        version::set)) {
            var _ = apiClient.call(ServerRoutes.READY);
            return compare(context, url, version.get());
        } catch (Problem problem) {
            return holder.map(_ -> CheckResult.fail(name(), title(), problem))
                    .orElseGet(() -> ok("server does not run here; start it with: slipway up"));
        }
    }

    private CheckResult compare(DoctorContext context, URI url, String serverVersion) {
        String answers = "server " + serverVersion + " answers at " + url;
        return serverVersion.equals(context.version())
                ? ok(answers)
                : CheckResult.warn(
                        name(),
                        answers + "; this command is " + context.version(),
                        "restart it with this version: slipway up");
    }

    private static Optional<String> content(Path file) {
        try {
            return Files.exists(file)
                    ? Optional.of(Files.readString(file).strip())
                    : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
