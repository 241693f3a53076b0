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
 * A command that asks a server. It says what it calls and how the answer reads; which server that is, {@code --json}
 * and {@code --curl} are the same for all of them.
 *
 * <pre>{@code
 * @Override
 * protected void work() {
 *     show(Call.to(OwnRoutes.ME), me -> say("You are " + me.user() + "."));
 * }
 * }</pre>
 */
public abstract class RemoteCommand implements Runnable {

    /** After the options of the command itself. */
    private static final int LAST = 1_000;

    private final CommandEnvironment commandEnvironment;

    @Option(
            names = "--context",
            order = LAST,
            paramLabel = "NAME",
            description = "Asks this server instead of the current one: slipway context list.")
    private Optional<String> context = Optional.empty();

    @Option(names = "--json", order = LAST, description = "The whole answer, as JSON.")
    private boolean json;

    @Option(
            names = "--curl",
            order = LAST,
            description = "Prints the HTTP call as a curl command instead of making it.")
    private boolean curl;

    private final InterruptReport interruptReport;
    private Optional<ApiClient> open = Optional.empty();

    protected RemoteCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
        this.interruptReport = new InterruptReport(commandEnvironment.terminal());
    }

    /** What this command does. It may call once or often. */
    protected abstract void work();

    @Override
    public final void run() {
        var version = new VersionMismatch(commandEnvironment.version(), terminal());
        try (var apiClient = new ApiClient(this::context, ClientTimeouts.defaults(), version)) {
            open = Optional.of(apiClient);
            work();
        } catch (PrintedAsCurl printed) {
            CurlCommand.needs(context(), commandEnvironment).forEach(terminal()::note);
            terminal().printVerbatim(printed.command());
        }
    }

    protected final CommandEnvironment shell() {
        return commandEnvironment;
    }

    protected final Terminal terminal() {
        return commandEnvironment.terminal();
    }

    /** Whether a program reads the answer. */
    protected final boolean asJson() {
        return json;
    }

    /** Whether the call is only to be printed. */
    protected final boolean asCurl() {
        return curl;
    }

    /** The server that is asked. */
    protected final ServerContext context() {
        ServerContexts serverContexts = commandEnvironment.contexts();
        return context.map(serverContexts::named).orElseGet(serverContexts::current);
    }

    protected final void say(String text) {
        terminal().say(text);
    }

    /** Calls and gives the answer; for commands that need more than one. */
    protected final <A> A ask(ApiCall<?, A> apiCall) {
        ApiClient apiClient = client(apiCall);
        return apiCall.route().verb().changes()
                ? interruptReport.watch(apiCall.route(), () -> apiClient.call(apiCall))
                : apiClient.call(apiCall);
    }

    /** Calls and shows the answer, as JSON or in words. */
    protected final <A> void show(ApiCall<?, A> apiCall, Consumer<A> inWords) {
        A answer = ask(apiCall);
        show(apiCall.route().answer(), answer, inWords);
    }

    /** Shows what is known already, as JSON or in words. */
    protected final <A> void show(JsonCodec<A> jsonCodec, A answer, Consumer<A> inWords) {
        if (json) {
            terminal().json(JsonCodec.tree(jsonCodec.write(answer)).toPrettyString());
        } else {
            inWords.accept(answer);
        }
    }

    /** Fetches a whole list and shows it: as JSON one object with its items, like the API's, or in words. */
    protected final <T> void list(ApiCall<?, ListPage<T>> apiCall, Consumer<List<T>> inWords) {
        show(
                apiCall.route().answer(),
                new ListPage<>(all(apiCall), Optional.empty()),
                listPage -> inWords.accept(listPage.items()));
    }

    /** Every item of a list. */
    protected final <T> List<T> all(ApiCall<?, ListPage<T>> apiCall) {
        var items = new ArrayList<T>();
        client(apiCall).each(apiCall).forEach(items::add);
        return items;
    }

    /** Shows items as they come, for ever: as JSON one object a line, or in words. Ends when nobody reads any more. */
    protected final <T> void follow(ApiCall<?, ListPage<T>> apiCall, Consumer<T> inWords) {
        JsonCodec<T> item = JsonCodec.itemOf(apiCall.route().answer());
        try (EventFeed<T> eventFeed = client(apiCall).follow(apiCall)) {
            while (!terminal().isOutputClosed() && eventFeed.hasNext()) {
                T next = eventFeed.next();
                if (json) {
                    terminal().json(new String(item.write(next), StandardCharsets.UTF_8));
                } else {
                    inWords.accept(next);
                }
            }
        }
    }

    /** The parts of an answer as they come; whoever reads them closes it. */
    protected final <A> EventFeed<A> stream(ApiCall<?, A> apiCall) {
        return client(apiCall).stream(apiCall);
    }

    private ApiClient client(ApiCall<?, ?> apiCall) {
        if (curl) {
            throw new PrintedAsCurl(CurlCommand.of(context(), apiCall));
        }
        return open.orElseThrow(() -> new IllegalStateException("A command calls while it works"));
    }

    /** Ends the work where the first call would have been made. */
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
