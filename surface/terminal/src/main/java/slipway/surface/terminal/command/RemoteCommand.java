package slipway.surface.terminal.command;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.api.client.EventFeed;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.json.ListPage;
import slipway.surface.terminal.Terminal;

/**
 * A command that calls a server. A subclass defines the call and the text of its answer; the choice of the server,
 * {@code --json} and {@code --curl} are common to all.
 *
 * <pre>{@code
 * @Override
 * protected void work() {
 *     show(ApiCall.to(CurrentUserRoutes.ME), me -> say("You are " + me.user() + "."));
 * }
 * }</pre>
 */
public abstract class RemoteCommand implements Runnable {

    /** Sorts these options after those of the command. */
    private static final int LAST = 1_000;

    private final CommandEnvironment environment;

    @Option(
            names = "--context",
            order = LAST,
            paramLabel = "NAME",
            description = "Use this server. List: slipway context list")
    private Optional<String> context = Optional.empty();

    @Option(names = "--json", order = LAST, description = "Print the answer as JSON.")
    private boolean json;

    @Option(
            names = "--curl",
            order = LAST,
            description = "Print a curl command instead of making the call.")
    private boolean curl;

    private final InterruptReport interruptReport;
    private Optional<ApiClient> open = Optional.empty();

    protected RemoteCommand(CommandEnvironment environment) {
        this.environment = environment;
        this.interruptReport = new InterruptReport(environment.terminal());
    }

    /** Executes the command. It may call the server several times. */
    protected abstract void work();

    @Override
    public final void run() {
        var version = new VersionMismatch(environment.version(), terminal());
        try (var client = new ApiClient(this::context, ClientTimeouts.defaults(), version)) {
            open = Optional.of(client);
            work();
        } catch (PrintedAsCurl printed) {
            CurlCommand.preparation(context(), environment).forEach(terminal()::note);
            terminal().printVerbatim(printed.command());
        }
    }

    protected final CommandEnvironment shell() {
        return environment;
    }

    protected final Terminal terminal() {
        return environment.terminal();
    }

    /** Whether the answer is printed as JSON. */
    protected final boolean asJson() {
        return json;
    }

    /** Whether the call is printed as a curl command. */
    protected final boolean asCurl() {
        return curl;
    }

    /** The server that is called. */
    protected final ServerContext context() {
        ServerContexts contexts = environment.contexts();
        return context.map(contexts::named).orElseGet(contexts::current);
    }

    protected final void say(String text) {
        terminal().say(text);
    }

    /** Makes a call and returns its answer, for commands with several calls. */
    protected final <A> A ask(ApiCall<?, A> call) {
        ApiClient client = client(call);
        return call.route().verb().changes()
                ? interruptReport.track(call.route(), () -> client.call(call))
                : client.call(call);
    }

    /** Makes a call and prints its answer as JSON or text. */
    protected final <A> void show(ApiCall<?, A> call, Consumer<A> printText) {
        A answer = ask(call);
        show(call.route().answer(), answer, printText);
    }

    /** Prints a value as JSON or text. */
    protected final <A> void show(JsonCodec<A> codec, A answer, Consumer<A> printText) {
        if (json) {
            terminal().json(JsonCodec.tree(codec.write(answer)).toPrettyString());
        } else {
            printText.accept(answer);
        }
    }

    /** Fetches a whole list and prints it as text, or as one JSON object with the items, like the API. */
    protected final <T> void list(ApiCall<?, ListPage<T>> call, Consumer<List<T>> printText) {
        show(
                call.route().answer(),
                new ListPage<>(all(call), Optional.empty()),
                page -> printText.accept(page.items()));
    }

    /** Fetches every item of a list. */
    protected final <T> List<T> all(ApiCall<?, ListPage<T>> call) {
        var items = new ArrayList<T>();
        client(call).each(call).forEach(items::add);
        return items;
    }

    /** Prints items as they arrive, as text or one JSON object per line, until the output is closed. */
    protected final <T> void follow(ApiCall<?, ListPage<T>> call, Consumer<T> printText) {
        follow(call, _ -> {}, printText);
    }

    /**
     * The same, with something to print before the first item.
     *
     * @param before prints it; the stream is open already, so nothing is missed meanwhile
     */
    protected final <T> void follow(
            ApiCall<?, ListPage<T>> call, Consumer<EventFeed<T>> before, Consumer<T> printText) {
        JsonCodec<T> item = JsonCodec.itemOf(call.route().answer());
        try (EventFeed<T> feed = client(call).follow(call)) {
            before.accept(feed);
            while (!terminal().isOutputClosed() && feed.hasNext()) {
                T next = feed.next();
                if (json) {
                    terminal().json(new String(item.write(next), StandardCharsets.UTF_8));
                } else {
                    printText.accept(next);
                }
            }
        }
    }

    /** The parts of an answer as they arrive; the caller closes the feed. */
    protected final <A> EventFeed<A> stream(ApiCall<?, A> call) {
        return client(call).stream(call);
    }

    private ApiClient client(ApiCall<?, ?> call) {
        if (curl) {
            throw new PrintedAsCurl(CurlCommand.of(context(), call));
        }
        return open.orElseThrow(() -> new IllegalStateException("The command is not running"));
    }

    /** Ends the command in place of its first call. */
    private static final class PrintedAsCurl extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String command;

        PrintedAsCurl(String command) {
            super(command, null, false, false);
            this.command = command;
        }

        String command() {
            return command;
        }
    }
}
