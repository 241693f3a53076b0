package slipway.cli.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import slipway.cli.command.RemoteCommand;
import slipway.cli.command.Shell;
import slipway.wire.Call;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.journal.EventView;
import slipway.wire.journal.JournalRoutes;
import slipway.wire.journal.Sentence;
import slipway.wire.route.Paging;

/** A command that shows events: it reads the newest of those that were chosen. */
public abstract class EventReader extends RemoteCommand {

    private static final int MOST_AT_ONCE = 1_000;

    @Mixin private EventChoice choice = new EventChoice();

    protected EventReader(Shell commandEnvironment) {
        super(commandEnvironment);
    }

    /** All that were chosen, as they are to be asked for. */
    protected final Call<Nothing, Page<EventView>> chosen() {
        return choice.call();
    }

    /**
     * The newest of those that were chosen, the newest first, as many as are wanted.
     *
     * @param before only events before this one
     * @return with a next when there are older ones
     */
    protected final Page<EventView> newest(Optional<Long> before) {
        long wanted = choice.limit();
        var apiCall = chosen().query(JournalRoutes.ORDER, JournalRoutes.Order.NEWEST);
        List<EventView> found = new ArrayList<>();
        Optional<String> next = before.map(seq -> Paging.cursor(Long.toString(seq)));
        do {
            int size = (int) Math.min(MOST_AT_ONCE, wanted - found.size());
            var part = apiCall.query(Paging.LIMIT, size);
            Page<EventView> listPage =
                    ask(next.map(from -> part.query(Paging.AFTER, from)).orElse(part));
            found.addAll(listPage.items());
            next = listPage.next();
        } while (found.size() < wanted && next.isPresent());
        return new Page<>(found, next);
    }

    protected final String sentence(EventView event) {
        return Sentence.of(event, shell().times()).text();
    }

    protected final String time(EventView event) {
        return shell().times().toTheSecond(event.at());
    }
}
