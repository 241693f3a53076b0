package slipway.wire;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import slipway.base.Code;
import slipway.base.Ids;
import slipway.base.Problem;
import slipway.base.Retry;
import slipway.wire.form.Form;
import slipway.wire.form.Page;
import slipway.wire.route.Route;

/**
 * Calls a server, typed by its routes. Whatever goes wrong is a {@link Problem}: the server's own, with its code and
 * its mistakes, or one that says why the server was not reached.
 *
 * <p>What reads, and what carries an idempotency key, is tried again when the connection fails or the server asks to
 * come back later; every POST gets a key of its own. Safe for use by many threads.
 */
public final class Client implements AutoCloseable {

    /** Every code of the problems that arise on this side. */
    public static final List<Code> CODES = Troubles.CODES;

    private static final int ATTEMPTS = 4;

    private final Supplier<Context> contexts;
    private final Patience patience;
    private final Ids keys;
    private final Consumer<String> heard;
    private final Line line = new Line();

    /**
     * @param contexts asked before every attempt: the local token is another after every start of the server
     */
    public Client(Supplier<Context> contexts, Patience patience) {
        this(contexts, patience, _ -> {});
    }

    /**
     * @param heard told which version of Slipway answers, with every answer that says so
     */
    public Client(Supplier<Context> contexts, Patience patience, Consumer<String> heard) {
        this.contexts = contexts;
        this.patience = patience;
        this.heard = heard;
        this.keys = new Ids(patience.clock(), patience.random());
    }

    public static Client of(Context context) {
        return new Client(() -> context, Patience.usual());
    }

    public <A> A call(Route<?, A> route) {
        return call(Call.to(route));
    }

    public <A> A call(Call<?, A> call) {
        return asked(call, "application/json", (answer, body) -> understood(call, answer, body));
    }

    /** The answer of a route that does not speak JSON: a page, measurements. */
    public String text(Call<?, ?> call) {
        return asked(call, "*/*", (_, body) -> new String(body, StandardCharsets.UTF_8));
    }

    /** Every item of a list. Its parts are fetched as they are needed; each new iterator begins anew. */
    public <T> Iterable<T> each(Call<?, Page<T>> call) {
        return () -> pages(call);
    }

    private <Q, T> Iterator<T> pages(Call<Q, Page<T>> call) {
        return new Pages<>(call, this::call);
    }

    /** The items as they come, for ever. It comes back by itself, and goes on after the last item that it has seen. */
    public <T> Feed<T> follow(Call<?, Page<T>> call) {
        if (call.route().kind() != Route.Kind.EVENTS) {
            throw new IllegalArgumentException(call + " has no live form");
        }
        Form<T> item = Form.itemOf(call.route().answer());
        return Feed.open(new Streams(line, contexts, patience, call), item, patience);
    }

    /**
     * The parts of an answer as they come, until whoever reads closes it: the answer itself says which is the last. It
     * comes back by itself, and goes on after the last part that it has seen.
     */
    public <A> Feed<A> listen(Call<?, A> call) {
        if (call.route().kind() != Route.Kind.EVENTS) {
            throw new IllegalArgumentException(call + " has no live form");
        }
        var streams = new Streams(line, contexts, patience, call);
        return Feed.open(streams, call.route().answer(), patience);
    }

    private <Q, A, R> R asked(Call<Q, A> call, String accept, Meaning<R> meaning) {
        Call<Q, A> sent = call.takesKey() && call.key().isEmpty() ? call.under(keys.next()) : call;
        var deadline = Deadline.in(patience.deadline(), patience.clock());
        Retry.Limits limits = Retry.Limits.attempts(ATTEMPTS).within(patience.deadline());
        return new Attempts(limits, deadline::left, patience)
                .run(sent.mayBeRepeated(), () -> once(sent, accept, deadline, meaning), contexts);
    }

    private <R> R once(Call<?, ?> call, String accept, Deadline deadline, Meaning<R> meaning)
            throws InterruptedException {
        Context context = contexts.get();
        HttpRequest request = Line.request(context, call, accept);
        try (Answer answer = line.open(context, request, deadline)) {
            answer.headers().firstValue(Calls.VERSION).ifPresent(heard);
            byte[] body = answer.whole(deadline);
            if (answer.isGood()) {
                return meaning.of(answer, body);
            }
            throw answer.trouble(body, patience.clock().instant());
        } catch (IOException broken) {
            throw new Passing(
                    Troubles.unreachable(context, "the connection broke off").causedBy(broken),
                    Duration.ZERO);
        } catch (TimeoutException late) {
            throw Troubles.noAnswer(context, patience.deadline()).causedBy(late);
        }
    }

    private static <A> A understood(Call<?, A> call, Answer answer, byte[] body) {
        Form<A> form = call.route().answer();
        try {
            if (call.route().kind() == Route.Kind.EMPTY) {
                return form.readAnswer("{}".getBytes(StandardCharsets.UTF_8));
            }
            if (answer.isOf("application/json")) {
                return form.readAnswer(body);
            }
        } catch (Problem unreadable) {
            throw answer.strange().causedBy(unreadable);
        }
        throw answer.strange();
    }

    /** What an answer means. */
    private interface Meaning<R> {
        R of(Answer answer, byte[] body);
    }

    /** Whatever is still under way is broken off. */
    @Override
    public void close() {
        line.close();
    }
}
