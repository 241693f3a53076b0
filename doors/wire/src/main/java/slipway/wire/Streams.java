package slipway.wire;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Opens the stream of one call, as often as it breaks off. */
record Streams(Line line, Supplier<Context> contexts, Patience patience, Call<?, ?> call) {

    static final String TYPE = "text/event-stream";

    /** The stream after an event; empty when the server says that there is no more to come. */
    Optional<Answer> open(String lastId) throws InterruptedException {
        Context serverContext = contexts.get();
        var callDeadline = Deadline.in(patience.deadline(), patience.clock());
        Answer apiResponse = line.open(serverContext, request(serverContext, lastId), callDeadline);
        if (apiResponse.status() == 204) {
            apiResponse.close();
            return Optional.empty();
        }
        if (apiResponse.isGood() && apiResponse.isOf(TYPE)) {
            return Optional.of(apiResponse);
        }
        try (apiResponse) {
            byte[] body = apiResponse.whole(callDeadline);
            throw apiResponse.isGood()
                    ? apiResponse.strange()
                    : apiResponse.trouble(body, patience.clock().instant());
        } catch (IOException | TimeoutException broken) {
            throw broke(broken);
        }
    }

    private HttpRequest request(Context serverContext, String lastId) {
        HttpRequest request = Line.request(serverContext, call, TYPE);
        return lastId.isEmpty()
                ? request
                : HttpRequest.newBuilder(request, (_, _) -> true)
                        .header("Last-Event-ID", lastId)
                        .build();
    }

    /** It may be there again a moment later. */
    Passing broke(Exception because) {
        return new Passing(
                Troubles.unreachable(contexts.get(), "the connection broke off").causedBy(because),
                Duration.ZERO);
    }
}
