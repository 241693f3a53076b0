package slipway.surface.api.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Opens the stream of one call, as often as it breaks off. */
record StreamOpener(
        HttpTransport transport,
        Supplier<ServerContext> contexts,
        ClientTimeouts timeouts,
        ApiCall<?, ?> call) {

    static final String TYPE = "text/event-stream";

    /** The stream after an event; empty when the server says that there is no more to come. */
    Optional<ApiResponse> open(String lastId) throws InterruptedException {
        ServerContext serverContext = contexts.get();
        var callDeadline = CallDeadline.in(timeouts.deadline(), timeouts.clock());
        ApiResponse apiResponse =
                transport.open(serverContext, request(serverContext, lastId), callDeadline);
        if (apiResponse.status() == 204) {
            apiResponse.close();
            return Optional.empty();
        }
        if (apiResponse.isGood() && apiResponse.isOf(TYPE)) {
            return Optional.of(apiResponse);
        }
        try (apiResponse) {
            byte[] body = apiResponse.readAll(callDeadline);
            throw apiResponse.isGood()
                    ? apiResponse.unexpected()
                    : apiResponse.failure(body, timeouts.clock().instant());
        } catch (IOException | TimeoutException broken) {
            throw connectionLost(broken);
        }
    }

    private HttpRequest request(ServerContext serverContext, String lastId) {
        HttpRequest request = HttpTransport.request(serverContext, call, TYPE);
        return lastId.isEmpty()
                ? request
                : HttpRequest.newBuilder(request, (_, _) -> true)
                        .header("Last-Event-ID", lastId)
                        .build();
    }

    /** It may be there again a moment later. */
    TransientFailure connectionLost(Exception because) {
        return new TransientFailure(
                ClientProblems.unreachable(contexts.get(), "the connection broke off")
                        .causedBy(because),
                Duration.ZERO);
    }
}
