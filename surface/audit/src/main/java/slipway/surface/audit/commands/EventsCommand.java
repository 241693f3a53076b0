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
        description = "Tells what happened, the newest last, or follows it as it happens.",
        footer = {
            "",
            "Examples",
            "  slipway events                          the newest 20",
            "  slipway events -f                       and all that come; goes on when the server comes back",
            "  slipway events -f --team vision         only of vision",
            "  slipway events --kind token.created --all  every token that was ever made",
            "  slipway events -f --json                one JSON object a line, for a program",
            "",
            "Kinds and their bodies: docs/reference/api.md#list-events"
        })
public final class EventsCommand extends EventListCommand {

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on with what happens from now on.")
    private boolean follow;

    public EventsCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (follow) {
            goOn();
        } else {
            ListPage<EventView> listPage = newest(Optional.empty());
            var told = new ListPage<>(listPage.items().reversed(), listPage.next());
            show(EventRoutes.EVENTS.answer(), told, this::inWords);
        }
    }

    private void inWords(ListPage<EventView> listPage) {
        listPage.items().forEach(this::tell);
        String count = Format.count(listPage.items().size(), "event");
        say(
                listPage.items().isEmpty()
                        ? "No event. As they happen: slipway events -f"
                        : listPage.next().isEmpty()
                                ? count + ". As they happen: slipway events -f"
                                : "The newest "
                                        + count
                                        + ". More: --limit NUMBER or --all. As they happen: slipway events -f");
    }

    private void tell(EventView event) {
        say(time(event) + "  " + sentence(event));
    }

    /** Where to go on is known before the first line is shown, so that nothing is told twice or left out. */
    private void goOn() {
        if (asCurl()) {
            follow(chosen(), this::tell);
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
        var apiCall = chosen();
        follow(
                newest == 0
                        ? apiCall
                        : apiCall.query(
                                CursorPaging.AFTER, CursorPaging.cursor(Long.toString(newest))),
                this::tell);
    }

    private void show(JsonCodec<EventView> jsonCodec, EventView event) {
        if (asJson()) {
            terminal()
                    .json(
                            new String(
                                    jsonCodec.write(event),
                                    java.nio.charset.StandardCharsets.UTF_8));
        } else {
            tell(event);
        }
    }
}
