package slipway.signon;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.text.Format;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends requests to the provider and treats its answers as untrusted: their time from the first byte to the last, their
 * size and the depth of their JSON are limited, and redirects are not followed.
 */
final class ProviderClient implements AutoCloseable {

    /** The limits of one answer. */
    record Limits(Duration time, int bytes) {

        static final Limits USUAL = new Limits(Duration.ofSeconds(5), 256 * 1024);
    }

    /**
     * @param json empty when the body is not exactly one JSON object
     */
    record Answer(int status, Optional<ObjectNode> json) {

        @Override
        public String toString() {
            return "answer with status " + status;
        }
    }

    private final OidcProvider oidcProvider;
    private final Limits limits;
    private final HttpClient client;

    ProviderClient(OidcProvider oidcProvider, Limits limits) {
        this.oidcProvider = oidcProvider;
        this.limits = limits;
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(limits.time())
                        .build();
    }

    /** Fetches the JSON object at an endpoint. */
    ObjectNode object(ProviderEndpoint providerEndpoint, String noun) {
        var request =
                HttpRequest.newBuilder(providerEndpoint.uri()).header("Accept", "application/json");
        return object(request.build(), noun);
    }

    /** The JSON object that answers the request. */
    ObjectNode object(HttpRequest request, String noun) {
        Answer answer = send(request, noun);
        if (answer.status() != 200) {
            throw SignOnProblems.badAnswer(
                    oidcProvider,
                    "Its %s answers with status %d.".formatted(noun, answer.status()));
        }
        return object(answer, noun);
    }

    ObjectNode object(Answer answer, String noun) {
        return answer.json()
                .orElseThrow(
                        () ->
                                SignOnProblems.badAnswer(
                                        oidcProvider,
                                        "Its %s does not answer with exactly one JSON object."
                                                .formatted(noun)));
    }

    /**
     * @param noun what is requested, for the problem: "discovery document"
     */
    Answer send(HttpRequest request, String noun) {
        var body = BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.bytes());
        CompletableFuture<HttpResponse<byte[]>> response = client.sendAsync(request, body);
        try {
            // The timeout of the client covers only the headers; a body that trickles would never
            // end.
            HttpResponse<byte[]> answer =
                    response.get(limits.time().toMillis(), TimeUnit.MILLISECONDS);
            if (answer.statusCode() / 100 == 3) {
                throw SignOnProblems.badAnswer(
                        oidcProvider, "Its %s redirects, which is not followed.".formatted(noun));
            }
            return new Answer(answer.statusCode(), ProviderJson.object(answer.body()));
        } catch (TimeoutException timeout) {
            response.cancel(true);
            throw timedOut(noun);
        } catch (ExecutionException failed) {
            throw problem(failed, noun);
        } catch (InterruptedException stopped) {
            response.cancel(true);
            Thread.currentThread().interrupt();
            throw SignOnProblems.unreachable(oidcProvider, "This server is stopping.");
        }
    }

    /** The message of the exception may contain text of the provider, so only its kind is shown. */
    private Problem problem(ExecutionException failed, String noun) {
        return switch (failed.getCause()) {
            case HttpTimeoutException _ -> timedOut(noun);
            case ConnectException _ ->
                    SignOnProblems.unreachable(
                            oidcProvider,
                            "The connection was refused, or the host name is unknown.");
            case SSLException _ ->
                    SignOnProblems.unreachable(
                            oidcProvider,
                            "The TLS connection failed: its certificate is not trusted.");
            case IOException tooLong when isTooLong(tooLong) ->
                    SignOnProblems.badAnswer(
                            oidcProvider,
                            "Its %s answers with more than %s."
                                    .formatted(noun, Format.bytes(new Bytes(limits.bytes()))));
            case IOException _ ->
                    SignOnProblems.unreachable(
                            oidcProvider, "Its %s closed the connection.".formatted(noun));
            case null, default ->
                    throw new IllegalStateException("The HTTP client failed", failed.getCause());
        };
    }

    private Problem timedOut(String noun) {
        return SignOnProblems.unreachable(
                oidcProvider,
                "Its %s did not answer within %s.".formatted(noun, Format.duration(limits.time())));
    }

    /** The client reports a body over the limit only by this message. */
    private static boolean isTooLong(IOException failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (String.valueOf(at.getMessage()).contains("exceeds")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
