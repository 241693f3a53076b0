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
        Context context = contexts.get();
        var deadline = Deadline.in(patience.deadline(), patience.clock());
        Answer answer = line.open(context, request(context, lastId), deadline);
        if (answer.status() == 204) {
            answer.close();
            return Optional.empty();
        }
        if (answer.isGood() && answer.isOf(TYPE)) {
            return Optional.of(answer);
        }
        try (answer) {
            byte[] body = answer.whole(deadline);
            throw answer.isGood()
                    ? answer.strange()
                    : answer.trouble(body, patience.clock().instant());
        } catch (IOException | TimeoutException broken) {
            throw broke(broken);
        }
    }

    private HttpRequest request(Context context, String lastId) {
        HttpRequest request = Line.request(context, call, TYPE);
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
