package slipway.surface.api.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import slipway.base.Problem;
import slipway.surface.api.ApiConventions;

/** Sends a call once. A failure is a problem, or a {@link TransientFailure} if a retry may succeed. */
final class HttpTransport implements AutoCloseable {

    private static final String AGENT =
            ApiConventions.AGENT
                    + Optional.ofNullable(
                                    HttpTransport.class.getPackage().getImplementationVersion())
                            .orElse("dev");
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** One client per trust setting, because trust is decided when a connection is made. */
    private final Map<Trust, HttpClient> clients = new ConcurrentHashMap<>();

    /** The trust setting of a connection; without encryption none is needed. */
    private record Trust(boolean encrypted, Optional<CertificateFingerprint> pin) {}

    private volatile boolean closed;

    /** The status and headers of the answer; the body is still to come. */
    ApiResponse open(ServerContext context, HttpRequest request, CallDeadline deadline)
            throws InterruptedException {
        if (closed) {
            throw ClientProblems.interrupted(context);
        }
        HttpClient client =
                clients.computeIfAbsent(
                        new Trust(isEncrypted(context), context.pin()), HttpTransport::client);
        CompletableFuture<HttpResponse<StreamedBody>> response =
                client.sendAsync(request, _ -> new StreamedBody());
        try {
            return ApiResponse.of(
                    response.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            response.cancel(true);
            throw ClientProblems.noAnswer(context, deadline.total()).causedBy(late);
        } catch (ExecutionException failed) {
            throw failure(context, failed);
        } catch (InterruptedException interrupted) {
            response.cancel(true);
            throw interrupted;
        }
    }

    private static boolean isEncrypted(ServerContext context) {
        return "https".equals(context.url().getScheme());
    }

    private static HttpClient client(Trust trust) {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .connectTimeout(CONNECT_TIMEOUT)
                        .followRedirects(HttpClient.Redirect.NEVER);
        if (!trust.encrypted()) {
            return builder.sslContext(NoTls.context()).build();
        }
        trust.pin().map(PinnedTrust::context).ifPresent(builder::sslContext);
        return builder.build();
    }

    static HttpRequest request(ServerContext context, ApiCall<?, ?> call, String accept) {
        BodyPublisher body =
                call.body().map(BodyPublishers::ofByteArray).orElse(BodyPublishers.noBody());
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(call.at(context.url()))
                        .method(call.route().verb().name(), body)
                        // HTTP/2 is offered under TLS, where the negotiation needs no extra round
                        // trip.
                        .version(
                                isEncrypted(context)
                                        ? HttpClient.Version.HTTP_2
                                        : HttpClient.Version.HTTP_1_1)
                        .header("Accept", accept)
                        .header("User-Agent", AGENT);
        if (call.route().hasRequest()) {
            builder.header("Content-Type", "application/json");
        }
        call.idempotencyKey().ifPresent(key -> builder.header(ApiConventions.IDEMPOTENCY_KEY, key));
        context.token().ifPresent(it -> builder.header("Authorization", "Bearer " + it.text()));
        return builder.build();
    }

    private static RuntimeException failure(ServerContext context, ExecutionException failed) {
        Optional<CertificateException> untrusted = findCause(failed, CertificateException.class);
        if (untrusted.isPresent()) {
            return ClientProblems.untrusted(context, trustFailure(context, untrusted.get()))
                    .causedBy(failed);
        }
        String because = reason(failed);
        Problem problem = ClientProblems.unreachable(context, because).causedBy(failed);
        boolean permanent =
                findCause(failed, SSLException.class).isPresent()
                        || findCause(failed, UnresolvedAddressException.class).isPresent()
                        || findCause(failed, IOException.class).isEmpty();
        return permanent ? problem : new TransientFailure(problem, Duration.ZERO);
    }

    private static String trustFailure(ServerContext context, CertificateException untrusted) {
        String message = ClientProblems.escaped(String.valueOf(untrusted.getMessage()));
        return context.pin().isPresent()
                ? message
                : "its certificate is not trusted on this machine";
    }

    private static String reason(ExecutionException failed) {
        if (findCause(failed, UnresolvedAddressException.class).isPresent()) {
            return "no such host";
        }
        if (findCause(failed, HttpConnectTimeoutException.class).isPresent()) {
            return "no answer within " + CONNECT_TIMEOUT.toSeconds() + " s";
        }
        Optional<ConnectException> connect = findCause(failed, ConnectException.class);
        if (connect.isPresent()) {
            String message = String.valueOf(connect.get().getMessage());
            return message.equals("null") || message.contains("refused")
                    ? "connection refused"
                    : ClientProblems.escaped(message);
        }
        if (findCause(failed, SSLException.class).isPresent()) {
            return "the TLS handshake failed";
        }
        return "the connection broke off";
    }

    /** The first of this type in the chain of causes. */
    private static <T extends Throwable> Optional<T> findCause(Throwable failed, Class<T> type) {
        for (Throwable each = failed; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return Optional.of(type.cast(each));
            }
        }
        return Optional.empty();
    }

    /** Aborts the calls in progress. */
    @Override
    public void close() {
        closed = true;
        clients.values().forEach(HttpClient::shutdownNow);
    }
}
