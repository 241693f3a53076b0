package slipway.cli.command;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import slipway.cli.terminal.Terminal;
import slipway.wire.Call;
import slipway.wire.Client;
import slipway.wire.Context;
import slipway.wire.Contexts;
import slipway.wire.Feed;
import slipway.wire.Patience;
import slipway.wire.form.Form;
import slipway.wire.form.Page;

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

    private final Shell commandEnvironment;

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

    private final Underway interruptReport;
    private Optional<Client> open = Optional.empty();

    protected RemoteCommand(Shell commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
        this.interruptReport = new Underway(commandEnvironment.terminal());
    }

    /** What this command does. It may call once or often. */
    protected abstract void work();

    @Override
    public final void run() {
        var version = new OtherVersion(commandEnvironment.version(), terminal());
        try (var apiClient = new Client(this::context, Patience.usual(), version)) {
            open = Optional.of(apiClient);
            work();
        } catch (ShownInstead printed) {
            Curl.needs(context(), commandEnvironment).forEach(terminal()::note);
            terminal().exactly(printed.command());
        }
    }

    protected final Shell shell() {
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
    protected final Context context() {
        Contexts serverContexts = commandEnvironment.contexts();
        return context.map(serverContexts::named).orElseGet(serverContexts::current);
    }

    protected final void say(String text) {
        terminal().say(text);
    }

    /** Calls and gives the answer; for commands that need more than one. */
    protected final <A> A ask(Call<?, A> apiCall) {
        Client apiClient = client(apiCall);
        return apiCall.route().verb().changes()
                ? interruptReport.watch(apiCall.route(), () -> apiClient.call(apiCall))
                : apiClient.call(apiCall);
    }

    /** Calls and shows the answer, as JSON or in words. */
    protected final <A> void show(Call<?, A> apiCall, Consumer<A> inWords) {
        A answer = ask(apiCall);
        show(apiCall.route().answer(), answer, inWords);
    }

    /** Shows what is known already, as JSON or in words. */
    protected final <A> void show(Form<A> jsonCodec, A answer, Consumer<A> inWords) {
        if (json) {
            terminal().json(Form.tree(jsonCodec.write(answer)).toPrettyString());
        } else {
            inWords.accept(answer);
        }
    }

    /** Fetches a whole list and shows it: as JSON one object with its items, like the API's, or in words. */
    protected final <T> void list(Call<?, Page<T>> apiCall, Consumer<List<T>> inWords) {
        show(
                apiCall.route().answer(),
                new Page<>(all(apiCall), Optional.empty()),
                listPage -> inWords.accept(listPage.items()));
    }

    /** Every item of a list. */
    protected final <T> List<T> all(Call<?, Page<T>> apiCall) {
        var items = new ArrayList<T>();
        client(apiCall).each(apiCall).forEach(items::add);
        return items;
    }

    /** Shows items as they come, for ever: as JSON one object a line, or in words. Ends when nobody reads any more. */
    protected final <T> void follow(Call<?, Page<T>> apiCall, Consumer<T> inWords) {
        Form<T> item = Form.itemOf(apiCall.route().answer());
        try (Feed<T> eventFeed = client(apiCall).follow(apiCall)) {
            while (!terminal().isDeaf() && eventFeed.hasNext()) {
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
    protected final <A> Feed<A> listen(Call<?, A> apiCall) {
        return client(apiCall).listen(apiCall);
    }

    private Client client(Call<?, ?> apiCall) {
        if (curl) {
            throw new ShownInstead(Curl.of(context(), apiCall));
        }
        return open.orElseThrow(() -> new IllegalStateException("A command calls while it works"));
    }

    /** Ends the work where the first call would have been made. */
    private static final class ShownInstead extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String command;

        ShownInstead(String command) {
            super(command, null, false, false);
            this.command = command;
        }

        String command() {
            return command;
        }
    }
}
