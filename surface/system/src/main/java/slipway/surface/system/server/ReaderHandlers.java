package slipway.surface.system.server;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import slipway.journal.CommitResult;
import slipway.journal.Journal;
import slipway.journal.ReaderState;
import slipway.journal.ReaderState.Status;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.system.api.ReaderRoutes;
import slipway.surface.system.api.ReaderRoutes.FailureView;
import slipway.surface.system.api.ReaderRoutes.NewSkip;
import slipway.surface.system.api.ReaderRoutes.ReaderView;
import slipway.surface.system.api.ReaderRoutes.State;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

/** Lists the readers of the journal, lets one skip the event at which it fails, and retires one. */
public final class ReaderHandlers {

    private final Journal journal;

    public ReaderHandlers(Journal journal) {
        this.journal = journal;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(ReaderRoutes.LIST, this::list),
                RouteHandler.of(ReaderRoutes.SKIP, this::skip),
                RouteHandler.of(ReaderRoutes.RETIRE, this::retire));
    }

    private ListPage<ReaderView> list(AuthorizedRequest<NoBody> request) {
        Optional<String> after = CursorPaging.lastSeen(request.query());
        List<ReaderView> found =
                journal.readers().stream()
                        .map(ReaderHandlers::view)
                        .filter(view -> after.isEmpty() || view.name().compareTo(after.get()) > 0)
                        .sorted(Comparator.comparing(ReaderView::name))
                        .limit(request.query().get(CursorPaging.LIMIT) + 1L)
                        .toList();
        return CursorPaging.page(request.query(), found, ReaderView::name);
    }

    private ReaderView skip(AuthorizedRequest<NewSkip> request) {
        String name = request.part(PathParameter.READER);
        return changed(
                name, journal.skipEvent(name, request.body().event(), request.actor()), request);
    }

    private ReaderView retire(AuthorizedRequest<NoBody> request) {
        String name = request.part(PathParameter.READER);
        return changed(name, journal.retireReader(name, request.actor()), request);
    }

    private ReaderView changed(
            String name, CompletableFuture<CommitResult> change, AuthorizedRequest<?> request) {
        CommitWait.await(change, request);
        return journal.readers().stream()
                .filter(reader -> reader.name().equals(name))
                .map(ReaderHandlers::view)
                .findFirst()
                .orElseThrow();
    }

    private static ReaderView view(ReaderState reader) {
        return new ReaderView(
                reader.name(),
                state(reader.status()),
                since(reader.status()),
                reader.streams().stream()
                        .map(stream -> stream.name().toLowerCase(Locale.ROOT))
                        .sorted()
                        .toList(),
                reader.cursor(),
                reader.behind(),
                reader.failing()
                        .map(
                                failing ->
                                        new FailureView(
                                                failing.reason(),
                                                failing.event(),
                                                failing.tries())));
    }

    private static State state(Status status) {
        return switch (status) {
            case Status.Reading() -> State.READING;
            case Status.Failing _ -> State.FAILING;
            case Status.Absent _ -> State.ABSENT;
            case Status.Retired _ -> State.RETIRED;
        };
    }

    private static Optional<Instant> since(Status status) {
        return switch (status) {
            case Status.Reading() -> Optional.empty();
            case Status.Failing failing -> Optional.of(failing.since());
            case Status.Absent(var since) -> Optional.of(since);
            case Status.Retired(var since) -> Optional.of(since);
        };
    }
}
