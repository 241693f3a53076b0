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

/** Which events are wanted, and how many. */
final class EventChoice {

    private static final long FEW = 20;

    @Option(names = "--actor", paramLabel = "USER", description = "Only what this user did.")
    private Optional<String> actor = Optional.empty();

    @Option(names = "--team", paramLabel = "TEAM", description = "Only what belongs to this team.")
    private Optional<String> team = Optional.empty();

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "Only events of this kind, such as token.created.")
    private Optional<String> kind = Optional.empty();

    @Option(
            names = "--subject",
            paramLabel = "THING",
            description = "Only what is about this, such as team/vision.")
    private Optional<String> subject = Optional.empty();

    @Option(
            names = "--limit",
            paramLabel = "NUMBER",
            description = "How many, at most; left out, 20.")
    private Optional<Long> limit = Optional.empty();

    @Option(names = "--all", description = "All of them.")
    private boolean all;

    ApiCall<NoBody, ListPage<EventView>> call() {
        var apiCall = narrowed(ApiCall.to(EventRoutes.EVENTS), EventRoutes.KIND, kind);
        apiCall = narrowed(apiCall, EventRoutes.ACTOR, actor);
        apiCall = narrowed(apiCall, EventRoutes.TEAM, team);
        return narrowed(apiCall, EventRoutes.SUBJECT, subject);
    }

    private static ApiCall<NoBody, ListPage<EventView>> narrowed(
            ApiCall<NoBody, ListPage<EventView>> apiCall,
            SpecKey<String> specKey,
            Optional<String> value) {
        return value.map(text -> apiCall.query(specKey, text)).orElse(apiCall);
    }

    long limit() {
        if (all && limit.isPresent()) {
            throw unclear("--all and --limit exclude each other.");
        }
        if (limit.orElse(FEW) < 1) {
            throw unclear("--limit is a number from 1 on.");
        }
        return all ? Long.MAX_VALUE : limit.orElse(FEW);
    }

    private static Problem unclear(String why) {
        return new Problem(
                UsageProblems.WRONG_USAGE,
                "It is not clear how many are wanted.",
                why,
                "Leave both out for the newest " + FEW + ".");
    }
}
