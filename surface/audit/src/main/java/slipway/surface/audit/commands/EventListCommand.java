package slipway.surface.audit.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventSentence;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** A command that shows events: it reads the newest of those that were chosen. */
public abstract class EventListCommand extends RemoteCommand {

    private static final int MOST_AT_ONCE = 1_000;

    @Mixin private EventChoice choice = new EventChoice();

    protected EventListCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    /** All that were chosen, as they are to be asked for. */
    protected final ApiCall<NoBody, ListPage<EventView>> chosen() {
        return choice.call();
    }

    /**
     * The newest of those that were chosen, the newest first, as many as are wanted.
     *
     * @param before only events before this one
     * @return with a next when there are older ones
     */
    protected final ListPage<EventView> newest(Optional<Long> before) {
        long wanted = choice.limit();
        var apiCall = chosen().query(EventRoutes.ORDER, EventRoutes.Order.NEWEST);
        List<EventView> found = new ArrayList<>();
        Optional<String> next = before.map(seq -> CursorPaging.cursor(Long.toString(seq)));
        do {
            int size = (int) Math.min(MOST_AT_ONCE, wanted - found.size());
            var part = apiCall.query(CursorPaging.LIMIT, size);
            ListPage<EventView> listPage =
                    ask(next.map(from -> part.query(CursorPaging.AFTER, from)).orElse(part));
            found.addAll(listPage.items());
            next = listPage.next();
        } while (found.size() < wanted && next.isPresent());
        return new ListPage<>(found, next);
    }

    protected final String sentence(EventView event) {
        return EventSentence.of(event, shell().times()).text();
    }

    protected final String time(EventView event) {
        return shell().times().withSeconds(event.at());
    }
}
