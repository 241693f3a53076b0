package slipway.surface.audit.commands;

import java.util.Optional;
import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.spec.SpecKey;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.terminal.command.UsageProblems;

/** The options that filter and limit events. */
final class EventChoice {

    private static final long DEFAULT_LIMIT = 20;

    @Option(names = "--actor", paramLabel = "USER", description = "Only events of this user.")
    private Optional<String> actor = Optional.empty();

    @Option(names = "--team", paramLabel = "TEAM", description = "Only events of this team.")
    private Optional<String> team = Optional.empty();

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "Only events of this kind, such as token.created.")
    private Optional<String> kind = Optional.empty();

    @Option(
            names = "--subject",
            paramLabel = "THING",
            description = "Only events about this, such as team/vision.")
    private Optional<String> subject = Optional.empty();

    @Option(
            names = "--limit",
            paramLabel = "NUMBER",
            description = "Maximum number of events. Default: 20.")
    private Optional<Long> limit = Optional.empty();

    @Option(names = "--all", description = "List all events.")
    private boolean all;

    ApiCall<NoBody, ListPage<EventView>> call() {
        var call = filtered(ApiCall.to(EventRoutes.EVENTS), EventRoutes.KIND, kind);
        call = filtered(call, EventRoutes.ACTOR, actor);
        call = filtered(call, EventRoutes.TEAM, team);
        return filtered(call, EventRoutes.SUBJECT, subject);
    }

    private static ApiCall<NoBody, ListPage<EventView>> filtered(
            ApiCall<NoBody, ListPage<EventView>> call,
            SpecKey<String> key,
            Optional<String> value) {
        return value.map(text -> call.query(key, text)).orElse(call);
    }

    long limit() {
        if (all && limit.isPresent()) {
            throw invalidLimit("--all and --limit exclude each other.");
        }
        if (limit.orElse(DEFAULT_LIMIT) < 1) {
            throw invalidLimit("--limit must be at least 1.");
        }
        return all ? Long.MAX_VALUE : limit.orElse(DEFAULT_LIMIT);
    }

    private static Problem invalidLimit(String why) {
        return new Problem(
                UsageProblems.WRONG_USAGE,
                "The number of events is not valid.",
                why,
                "Omit both for the newest " + DEFAULT_LIMIT + ".");
    }
}
