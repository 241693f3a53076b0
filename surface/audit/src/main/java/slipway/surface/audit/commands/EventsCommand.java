package slipway.surface.audit.commands;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.text.Format;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.api.json.ListPage;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway events}. */
@Command(
        name = "events",
        description = "List events, newest last, or follow them.",
        footer = {
            "",
            "Examples",
            "  slipway events                          the newest 20",
            "  slipway events -f                       and all later ones; survives a server restart",
            "  slipway events -f --team vision         only events of team vision",
            "  slipway events --kind token.created --all  every token ever created",
            "  slipway events -f --json                one JSON object per line",
            "",
            "Event kinds: docs/reference/api.md#list-events"
        })
public final class EventsCommand extends EventListCommand {

    @Option(
            names = {"-f", "--follow"},
            description = "Follow new events.")
    private boolean follow;

    public EventsCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        if (follow) {
            followNewEvents();
        } else {
            ListPage<EventView> page = newest(Optional.empty());
            var oldestFirst = new ListPage<>(page.items().reversed(), page.next());
            show(EventRoutes.EVENTS.answer(), oldestFirst, this::printText);
        }
    }

    private void printText(ListPage<EventView> page) {
        page.items().forEach(this::print);
        String count = Format.count(page.items().size(), "event");
        say(
                page.items().isEmpty()
                        ? "No matching events. Follow new ones: slipway events -f"
                        : page.next().isEmpty()
                                ? count + ". Follow new ones: slipway events -f"
                                : "The newest "
                                        + count
                                        + ". More: --limit NUMBER or --all. Follow new ones: slipway events -f");
    }

    private void print(EventView event) {
        say(time(event) + "  " + sentence(event));
    }

    /**
     * The position to follow from is fixed before the first line is printed, so that no event is repeated or missed.
     */
    private void followNewEvents() {
        if (asCurl()) {
            follow(filteredCall(), this::print);
            return;
        }
        long newest =
                ask(
                                ApiCall.to(EventRoutes.EVENTS)
                                        .query(EventRoutes.ORDER, EventRoutes.Order.NEWEST)
                                        .query(CursorPaging.LIMIT, 1))
                        .items()
                        .stream()
                        .mapToLong(EventView::seq)
                        .findFirst()
                        .orElse(0);
        List<EventView> past =
                newest(Optional.empty()).items().reversed().stream()
                        .filter(event -> event.seq() <= newest)
                        .toList();
        past.forEach(event -> show(JsonCodec.of(EventView.class), event));
        var call = filteredCall();
        follow(
                newest == 0
                        ? call
                        : call.query(
                                CursorPaging.AFTER, CursorPaging.cursor(Long.toString(newest))),
                this::print);
    }

    private void show(JsonCodec<EventView> codec, EventView event) {
        if (asJson()) {
            terminal()
                    .json(new String(codec.write(event), java.nio.charset.StandardCharsets.UTF_8));
        } else {
            print(event);
        }
    }
}
