package slipway.surface.api.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import slipway.base.IdGenerator;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.Retry;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.Route;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.json.ListPage;

/**
 * Calls a server, typed by its routes. Every failure is a {@link Problem}: the server's, with its code and mistakes, or
 * one that states why the server could not be reached.
 *
 * <p>A call that only reads or has an idempotency key is retried when the connection fails or the server requests it;
 * every POST gets its own key. Safe for use by many threads.
 */
public final class ApiClient implements AutoCloseable {

    /** The codes of all problems that the client reports itself. */
    public static final List<ProblemCode> CODES = ClientProblems.CODES;

    private static final int ATTEMPTS = 4;

    private final Supplier<ServerContext> contexts;
    private final ClientTimeouts timeouts;
    private final IdGenerator keys;
    private final Consumer<String> onServerVersion;
    private final HttpTransport transport = new HttpTransport();

    /**
     * @param contexts evaluated before every attempt: the local token changes with every start of the server
     */
    public ApiClient(Supplier<ServerContext> contexts, ClientTimeouts timeouts) {
        this(contexts, timeouts, _ -> {});
    }

    /**
     * @param onServerVersion receives the version of the server with every answer that states it
     */
    public ApiClient(
            Supplier<ServerContext> contexts,
            ClientTimeouts timeouts,
            Consumer<String> onServerVersion) {
        this.contexts = contexts;
        this.timeouts = timeouts;
        this.onServerVersion = onServerVersion;
        this.keys = new IdGenerator(timeouts.clock(), timeouts.random());
    }

    public static ApiClient of(ServerContext context) {
        return new ApiClient(() -> context, ClientTimeouts.defaults());
    }

    public <A> A call(Route<?, A> route) {
        return call(ApiCall.to(route));
    }

    public <A> A call(ApiCall<?, A> call) {
        return send(call, "application/json", (response, body) -> decode(call, response, body));
    }

    /** The answer of a route that is not JSON, such as metrics. */
    public String text(ApiCall<?, ?> call) {
        return send(call, "*/*", (_, body) -> new String(body, StandardCharsets.UTF_8));
    }

    /** Every item of a list. Pages are fetched on demand; each new iterator starts from the beginning. */
    public <T> Iterable<T> each(ApiCall<?, ListPage<T>> call) {
        return () -> pages(call);
    }

    private <Q, T> Iterator<T> pages(ApiCall<Q, ListPage<T>> call) {
        return new PagedItems<>(call, this::call);
    }

    /** The items as they arrive, without end. The feed reconnects and resumes after the last item received. */
    public <T> EventFeed<T> follow(ApiCall<?, ListPage<T>> call) {
        if (call.route().kind() != Route.Kind.EVENTS) {
            throw new IllegalArgumentException(call + " cannot be streamed");
        }
        JsonCodec<T> item = JsonCodec.itemOf(call.route().answer());
        return EventFeed.open(
                new StreamOpener(transport, contexts, timeouts, call), item, timeouts);
    }

    /**
     * The parts of an answer as they arrive, until the caller closes the feed: the answer itself marks the last part.
     * The feed reconnects and resumes after the last part received.
     */
    public <A> EventFeed<A> stream(ApiCall<?, A> call) {
        if (call.route().kind() != Route.Kind.EVENTS) {
            throw new IllegalArgumentException(call + " cannot be streamed");
        }
        var opener = new StreamOpener(transport, contexts, timeouts, call);
        return EventFeed.open(opener, call.route().answer(), timeouts);
    }

    private <Q, A, R> R send(ApiCall<Q, A> call, String accept, ResponseReader<R> reader) {
        ApiCall<Q, A> sent =
                call.acceptsIdempotencyKey() && call.idempotencyKey().isEmpty()
                        ? call.withIdempotencyKey(keys.next())
                        : call;
        var deadline = CallDeadline.in(timeouts.deadline(), timeouts.clock());
        Retry.Limits limits = Retry.Limits.attempts(ATTEMPTS).within(timeouts.deadline());
        return new CallRetry(limits, deadline::remaining, timeouts)
                .run(sent.isRepeatable(), () -> sendOnce(sent, accept, deadline, reader), contexts);
    }

    private <R> R sendOnce(
            ApiCall<?, ?> call, String accept, CallDeadline deadline, ResponseReader<R> reader)
            throws InterruptedException {
        ServerContext context = contexts.get();
        HttpRequest request = HttpTransport.request(context, call, accept);
        try (ApiResponse response = transport.open(context, request, deadline)) {
            response.headers().firstValue(ApiConventions.VERSION).ifPresent(onServerVersion);
            byte[] body = response.readAll(deadline);
            if (response.isSuccess()) {
                return reader.read(response, body);
            }
            throw response.failure(body, timeouts.clock().instant());
        } catch (IOException broken) {
            throw new TransientFailure(
                    ClientProblems.unreachable(context, "the connection broke off")
                            .causedBy(broken),
                    Duration.ZERO);
        } catch (TimeoutException late) {
            throw ClientProblems.noAnswer(context, timeouts.deadline()).causedBy(late);
        }
    }

    private static <A> A decode(ApiCall<?, A> call, ApiResponse response, byte[] body) {
        JsonCodec<A> codec = call.route().answer();
        try {
            if (call.route().kind() == Route.Kind.EMPTY) {
                return codec.readAnswer("{}".getBytes(StandardCharsets.UTF_8));
            }
            if (response.hasType("application/json")) {
                return codec.readAnswer(body);
            }
        } catch (Problem unreadable) {
            throw response.unexpected().causedBy(unreadable);
        }
        throw response.unexpected();
    }

    /** Decodes an answer. */
    private interface ResponseReader<R> {
        R read(ApiResponse response, byte[] body);
    }

    /** Aborts the calls in progress. */
    @Override
    public void close() {
        transport.close();
    }
}
