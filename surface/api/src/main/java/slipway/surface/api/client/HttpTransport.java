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

/**
 * Sends a call once. What can go wrong on the way comes back in words, and as {@link TransientFailure} where it may
 * pass.
 */
final class HttpTransport implements AutoCloseable {

    private static final String AGENT =
            ApiConventions.AGENT
                    + Optional.ofNullable(
                                    HttpTransport.class.getPackage().getImplementationVersion())
                            .orElse("dev");
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** One for each way to trust: whom to trust is settled when a connection is made. */
    private final Map<Trust, HttpClient> clients = new ConcurrentHashMap<>();

    /** Whom a connection trusts; nobody has to be where nothing is encrypted. */
    private record Trust(boolean encrypted, Optional<CertificateFingerprint> pin) {}

    private volatile boolean closed;

    /** The beginning of the answer; the rest of it is still to come. */
    ApiResponse open(ServerContext serverContext, HttpRequest request, CallDeadline callDeadline)
            throws InterruptedException {
        if (closed) {
            throw ClientProblems.interrupted(serverContext);
        }
        HttpClient client =
                clients.computeIfAbsent(
                        new Trust(isEncrypted(serverContext), serverContext.pin()),
                        HttpTransport::client);
        CompletableFuture<HttpResponse<StreamedBody>> response =
                client.sendAsync(request, _ -> new StreamedBody());
        try {
            return ApiResponse.of(
                    response.get(callDeadline.remaining().toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            response.cancel(true);
            throw ClientProblems.noAnswer(serverContext, callDeadline.total()).causedBy(late);
        } catch (ExecutionException failed) {
            throw failure(serverContext, failed);
        } catch (InterruptedException calledOff) {
            response.cancel(true);
            throw calledOff;
        }
    }

    private static boolean isEncrypted(ServerContext serverContext) {
        return "https".equals(serverContext.url().getScheme());
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

    static HttpRequest request(ServerContext serverContext, ApiCall<?, ?> apiCall, String accept) {
        BodyPublisher body =
                apiCall.body().map(BodyPublishers::ofByteArray).orElse(BodyPublishers.noBody());
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(apiCall.at(serverContext.url()))
                        .method(apiCall.route().verb().name(), body)
                        // HTTP/2 is offered under TLS, where agreeing on it costs nothing.
                        .version(
                                isEncrypted(serverContext)
                                        ? HttpClient.Version.HTTP_2
                                        : HttpClient.Version.HTTP_1_1)
                        .header("Accept", accept)
                        .header("User-Agent", AGENT);
        if (apiCall.route().hasRequest()) {
            builder.header("Content-Type", "application/json");
        }
        apiCall.idempotencyKey()
                .ifPresent(key -> builder.header(ApiConventions.IDEMPOTENCY_KEY, key));
        serverContext
                .token()
                .ifPresent(it -> builder.header("Authorization", "Bearer " + it.text()));
        return builder.build();
    }

    private static RuntimeException failure(
            ServerContext serverContext, ExecutionException failed) {
        Optional<CertificateException> unknown = findCause(failed, CertificateException.class);
        if (unknown.isPresent()) {
            return ClientProblems.untrusted(
                            serverContext, certificate(serverContext, unknown.get()))
                    .causedBy(failed);
        }
        String because = reason(failed);
        Problem problem = ClientProblems.unreachable(serverContext, because).causedBy(failed);
        boolean hopeless =
                findCause(failed, SSLException.class).isPresent()
                        || findCause(failed, UnresolvedAddressException.class).isPresent()
                        || findCause(failed, IOException.class).isEmpty();
        return hopeless ? problem : new TransientFailure(problem, Duration.ZERO);
    }

    private static String certificate(ServerContext serverContext, CertificateException unknown) {
        String said = ClientProblems.shown(String.valueOf(unknown.getMessage()));
        return serverContext.pin().isPresent() ? said : "its certificate is not known here";
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
            String said = String.valueOf(connect.get().getMessage());
            return said.equals("null") || said.contains("refused")
                    ? "connection refused"
                    : ClientProblems.shown(said);
        }
        if (findCause(failed, SSLException.class).isPresent()) {
            return "it does not speak TLS as we do";
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

    /** Whatever is still under way is broken off. */
    @Override
    public void close() {
        closed = true;
        clients.values().forEach(HttpClient::shutdownNow);
    }
}
