package slipway.surface.api.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Opens the stream of a call, again after every interruption. */
record StreamOpener(
        HttpTransport transport,
        Supplier<ServerContext> contexts,
        ClientTimeouts timeouts,
        ApiCall<?, ?> call) {

    static final String TYPE = "text/event-stream";

    /** The stream after an event; empty if the server reports that the stream has ended. */
    Optional<ApiResponse> open(String lastId) throws InterruptedException {
        ServerContext context = contexts.get();
        var deadline = CallDeadline.in(timeouts.deadline(), timeouts.clock());
        ApiResponse response = transport.open(context, request(context, lastId), deadline);
        if (response.status() == 204) {
            response.close();
            return Optional.empty();
        }
        if (response.isSuccess() && response.hasType(TYPE)) {
            return Optional.of(response);
        }
        try (response) {
            byte[] body = response.readAll(deadline);
            throw response.isSuccess()
                    ? response.unexpected()
                    : response.failure(body, timeouts.clock().instant());
        } catch (IOException | TimeoutException broken) {
            throw connectionLost(broken);
        }
    }

    private HttpRequest request(ServerContext context, String lastId) {
        HttpRequest request = HttpTransport.request(context, call, TYPE);
        return lastId.isEmpty()
                ? request
                : HttpRequest.newBuilder(request, (_, _) -> true)
                        .header("Last-Event-ID", lastId)
                        .build();
    }

    /** An interrupted stream is a transient failure. */
    TransientFailure connectionLost(Exception because) {
        return new TransientFailure(
                ClientProblems.unreachable(contexts.get(), "the connection broke off")
                        .causedBy(because),
                Duration.ZERO);
    }
}
