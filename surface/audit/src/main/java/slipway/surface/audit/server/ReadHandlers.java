package slipway.surface.audit.server;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.audit.AccessLog;
import slipway.audit.ReadEntry;
import slipway.base.Problem;
import slipway.spec.BlockValues;
import slipway.spec.SpecKey;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.audit.api.AuditRoutes.ReadView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;

/** Lists the access log. */
public final class ReadHandlers {

    private final AccessLog accessLog;

    public ReadHandlers(AccessLog accessLog) {
        this.accessLog = accessLog;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(RouteHandler.of(AuditRoutes.READS, this::list));
    }

    private ListPage<ReadView> list(AuthorizedRequest<NoBody> request) {
        BlockValues query = request.query();
        Optional<String> before = CursorPaging.lastSeen(query);
        before.ifPresent(ReadHandlers::checkCursor);
        int limit = query.get(CursorPaging.LIMIT);
        List<ReadEntry> entries = accessLog.entries(before, limit + 1, wanted(query));
        List<ReadEntry> page = entries.subList(0, Math.min(limit, entries.size()));
        return new ListPage<>(
                page.stream().map(ReadHandlers::view).toList(),
                entries.size() > limit
                        ? Optional.of(CursorPaging.cursor(page.getLast().id()))
                        : Optional.empty());
    }

    private static void checkCursor(String id) {
        if (!id.matches("[0-9]{8}-[0-9a-f]{24}")) {
            throw new Problem(
                    CursorPaging.BAD_CURSOR,
                    "The cursor is not valid.",
                    "'after' is a cursor of another list.",
                    "Use the 'next' cursor of a page of reads.");
        }
    }

    private static Predicate<ReadEntry> wanted(BlockValues query) {
        return entry ->
                matches(query, AuditRoutes.READER, entry.actor())
                        && matches(query, AuditRoutes.OBJECT, entry.object())
                        && matches(query, AuditRoutes.READ_TEAM, entry.team());
    }

    private static boolean matches(BlockValues query, SpecKey<String> key, String value) {
        return query.find(key).filter(it -> !it.equals(value)).isEmpty();
    }

    private static ReadView view(ReadEntry entry) {
        return new ReadView(
                entry.actor(),
                entry.via(),
                Arrays.asList(entry.requests().split(" ")),
                entry.firstAt(),
                entry.lastAt(),
                entry.type(),
                entry.object(),
                entry.team(),
                entry.reads(),
                entry.bytes());
    }
}
