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
 * Calls a server, typed by its routes. Whatever goes wrong is a {@link Problem}: the server's own, with its code and
 * its mistakes, or one that says why the server was not reached.
 *
 * <p>What reads, and what carries an idempotency key, is tried again when the connection fails or the server asks to
 * come back later; every POST gets a key of its own. Safe for use by many threads.
 */
public final class ApiClient implements AutoCloseable {

    /** Every code of the problems that arise on this side. */
    public static final List<ProblemCode> CODES = ClientProblems.CODES;

    private static final int ATTEMPTS = 4;

    private final Supplier<ServerContext> contexts;
    private final ClientTimeouts clientTimeouts;
    private final IdGenerator keys;
    private final Consumer<String> onServerVersion;
    private final HttpTransport httpTransport = new HttpTransport();

    /**
     * @param contexts asked before every attempt: the local token is another after every start of the server
     */
    public ApiClient(Supplier<ServerContext> contexts, ClientTimeouts clientTimeouts) {
        this(contexts, clientTimeouts, _ -> {});
    }

    /**
     * @param onServerVersion told which version of Slipway answers, with every answer that says so
     */
    public ApiClient(
            Supplier<ServerContext> contexts,
            ClientTimeouts clientTimeouts,
            Consumer<String> onServerVersion) {
        this.contexts = contexts;
        this.clientTimeouts = clientTimeouts;
        this.onServerVersion = onServerVersion;
        this.keys = new IdGenerator(clientTimeouts.clock(), clientTimeouts.random());
    }

    public static ApiClient of(ServerContext serverContext) {
        return new ApiClient(() -> serverContext, ClientTimeouts.defaults());
    }

    public <A> A call(Route<?, A> route) {
        return call(ApiCall.to(route));
    }

    public <A> A call(ApiCall<?, A> apiCall) {
        return send(
                apiCall,
                "application/json",
                (apiResponse, body) -> decode(apiCall, apiResponse, body));
    }

    /** The answer of a route that does not speak JSON: a page, measurements. */
    public String text(ApiCall<?, ?> apiCall) {
        return send(apiCall, "*/*", (_, body) -> new String(body, StandardCharsets.UTF_8));
    }

    /** Every item of a list. Its parts are fetched as they are needed; each new iterator begins anew. */
    public <T> Iterable<T> each(ApiCall<?, ListPage<T>> apiCall) {
        return () -> pages(apiCall);
    }

    private <Q, T> Iterator<T> pages(ApiCall<Q, ListPage<T>> apiCall) {
        return new PagedItems<>(apiCall, this::call);
    }

    /** The items as they come, for ever. It comes back by itself, and goes on after the last item that it has seen. */
    public <T> EventFeed<T> follow(ApiCall<?, ListPage<T>> apiCall) {
        if (apiCall.route().kind() != Route.Kind.EVENTS) {
            throw new IllegalArgumentException(apiCall + " has no live form");
        }
        JsonCodec<T> item = JsonCodec.itemOf(apiCall.route().answer());
        return EventFeed.open(
                new StreamOpener(httpTransport, contexts, clientTimeouts, apiCall),
                item,
                clientTimeouts);
    }

    /**
     * The parts of an answer as they come, until whoever reads closes it: the answer itself says which is the last. It
     * comes back by itself, and goes on after the last part that it has seen.
     */
    public <A> EventFeed<A> stream(ApiCall<?, A> apiCall) {
        if (apiCall.route().kind() != Route.Kind.EVENTS) {
            throw new IllegalArgumentException(apiCall + " has no live form");
        }
        var streamOpener = new StreamOpener(httpTransport, contexts, clientTimeouts, apiCall);
        return EventFeed.open(streamOpener, apiCall.route().answer(), clientTimeouts);
    }

    private <Q, A, R> R send(ApiCall<Q, A> apiCall, String accept, ResponseReader<R> reader) {
        ApiCall<Q, A> sent =
                apiCall.acceptsIdempotencyKey() && apiCall.idempotencyKey().isEmpty()
                        ? apiCall.withIdempotencyKey(keys.next())
                        : apiCall;
        var callDeadline = CallDeadline.in(clientTimeouts.deadline(), clientTimeouts.clock());
        Retry.Limits limits = Retry.Limits.attempts(ATTEMPTS).within(clientTimeouts.deadline());
        return new CallRetry(limits, callDeadline::remaining, clientTimeouts)
                .run(
                        sent.isRepeatable(),
                        () -> sendOnce(sent, accept, callDeadline, reader),
                        contexts);
    }

    private <R> R sendOnce(
            ApiCall<?, ?> apiCall,
            String accept,
            CallDeadline callDeadline,
            ResponseReader<R> reader)
            throws InterruptedException {
        ServerContext serverContext = contexts.get();
        HttpRequest request = HttpTransport.request(serverContext, apiCall, accept);
        try (ApiResponse apiResponse = httpTransport.open(serverContext, request, callDeadline)) {
            apiResponse.headers().firstValue(ApiConventions.VERSION).ifPresent(onServerVersion);
            byte[] body = apiResponse.readAll(callDeadline);
            if (apiResponse.isGood()) {
                return reader.read(apiResponse, body);
            }
            throw apiResponse.failure(body, clientTimeouts.clock().instant());
        } catch (IOException broken) {
            throw new TransientFailure(
                    ClientProblems.unreachable(serverContext, "the connection broke off")
                            .causedBy(broken),
                    Duration.ZERO);
        } catch (TimeoutException late) {
            throw ClientProblems.noAnswer(serverContext, clientTimeouts.deadline()).causedBy(late);
        }
    }

    private static <A> A decode(ApiCall<?, A> apiCall, ApiResponse apiResponse, byte[] body) {
        JsonCodec<A> jsonCodec = apiCall.route().answer();
        try {
            if (apiCall.route().kind() == Route.Kind.EMPTY) {
                return jsonCodec.readAnswer("{}".getBytes(StandardCharsets.UTF_8));
            }
            if (apiResponse.isOf("application/json")) {
                return jsonCodec.readAnswer(body);
            }
        } catch (Problem unreadable) {
            throw apiResponse.unexpected().causedBy(unreadable);
        }
        throw apiResponse.unexpected();
    }

    /** What an answer means. */
    private interface ResponseReader<R> {
        R read(ApiResponse apiResponse, byte[] body);
    }

    /** Whatever is still under way is broken off. */
    @Override
    public void close() {
        httpTransport.close();
    }
}
