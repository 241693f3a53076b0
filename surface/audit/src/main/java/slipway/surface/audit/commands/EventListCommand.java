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

/** A command that lists events and reads the newest that match its options. */
public abstract class EventListCommand extends RemoteCommand {

    private static final int MAX_PAGE = 1_000;

    @Mixin private EventChoice filter = new EventChoice();

    protected EventListCommand(CommandEnvironment environment) {
        super(environment);
    }

    /** The call that lists the matching events. */
    protected final ApiCall<NoBody, ListPage<EventView>> filteredCall() {
        return filter.call();
    }

    /**
     * The newest matching events, newest first, up to the limit.
     *
     * @param before only events before this one
     * @return has a next cursor if there are older ones
     */
    protected final ListPage<EventView> newest(Optional<Long> before) {
        long limit = filter.limit();
        var call = filteredCall().query(EventRoutes.ORDER, EventRoutes.Order.NEWEST);
        List<EventView> found = new ArrayList<>();
        Optional<String> next = before.map(seq -> CursorPaging.cursor(Long.toString(seq)));
        do {
            int size = (int) Math.min(MAX_PAGE, limit - found.size());
            var part = call.query(CursorPaging.LIMIT, size);
            ListPage<EventView> page =
                    ask(next.map(from -> part.query(CursorPaging.AFTER, from)).orElse(part));
            found.addAll(page.items());
            next = page.next();
        } while (found.size() < limit && next.isPresent());
        return new ListPage<>(found, next);
    }

    protected final String sentence(EventView event) {
        return EventSentence.of(event, shell().times()).text();
    }

    protected final String time(EventView event) {
        return shell().times().withSeconds(event.at());
    }
}
