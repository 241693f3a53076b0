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

/** Whether a server runs on this data, whether it answers where it says, and whether it is of this version. */
final class ServerCheck implements DoctorCheck {

    private static final Duration LONGEST = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "server";
    }

    @Override
    public String title() {
        return "server";
    }

    @Override
    public List<CheckResult> look(DoctorContext doctorContext) {
        Path data = doctorContext.config().data();
        Optional<String> holder = DatabaseStatus.holder(data);
        Optional<URI> url =
                content(data.resolve(LocalToken.ADDRESS)).flatMap(ServerContext::parseUrl);
        if (doctorContext.onSqlite() && holder.isEmpty()) {
            return List.of(ok("server does not run here; start it with: slipway up"));
        }
        if (url.isEmpty()) {
            return List.of(
                    holder.map(
                                    process ->
                                            fail(
                                                    "process "
                                                            + process
                                                            + " holds the data, but says nowhere where to reach it",
                                                    "wait until it has started, or stop it and start it again"))
                            .orElseGet(
                                    () ->
                                            ok(
                                                    "server does not run here; start it with: slipway up")));
        }
        return List.of(reached(doctorContext, url.get(), holder));
    }

    private CheckResult reached(DoctorContext doctorContext, URI url, Optional<String> holder) {
        Optional<CertificateFingerprint> pin =
                content(doctorContext.config().data().resolve(LocalToken.CERTIFICATE))
                        .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                        .flatMap(CertificateFingerprint::ofPem);
        var serverContext = new ServerContext("local", url, Optional.empty(), pin);
        var version = new AtomicReference<>("");
        try (var apiClient =
                new ApiClient(
                        () -> serverContext,
                        ClientTimeouts.defaults().within(LONGEST),
                        version::set)) {
            var _ = apiClient.call(ServerRoutes.READY);
            return answers(doctorContext, url, version.get());
        } catch (Problem problem) {
            return holder.map(_ -> CheckResult.fail(name(), title(), problem))
                    .orElseGet(() -> ok("server does not run here; start it with: slipway up"));
        }
    }

    private CheckResult answers(DoctorContext doctorContext, URI url, String there) {
        String answers = "server " + there + " answers at " + url;
        return there.equals(doctorContext.version())
                ? ok(answers)
                : CheckResult.warn(
                        name(),
                        answers + "; this command is " + doctorContext.version(),
                        "stop it and start it again with this version: slipway up");
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
