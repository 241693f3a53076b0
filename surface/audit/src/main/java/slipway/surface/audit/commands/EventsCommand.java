package slipway.surface.audit.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.text.Format;
import slipway.surface.api.client.EventFeed;
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
     * Opens the stream first, which begins now, and prints the past up to its position, so that no event is repeated or
     * missed.
     */
    private void followNewEvents() {
        follow(filteredCall(), this::printPast, this::print);
    }

    private void printPast(EventFeed<EventView> feed) {
        long now = feed.start().map(Long::parseLong).orElse(0L);
        newest(Optional.of(now + 1))
                .items()
                .reversed()
                .forEach(event -> show(JsonCodec.of(EventView.class), event));
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
