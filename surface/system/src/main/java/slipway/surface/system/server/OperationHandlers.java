package slipway.surface.system.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.operation.Operation;
import slipway.operation.Operation.Status;
import slipway.operation.Operations;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.RawJson;
import slipway.surface.api.operation.OperationRoutes;
import slipway.surface.api.operation.OperationView;
import slipway.surface.api.operation.OperationView.FailureView;
import slipway.surface.api.operation.OperationView.ProgressView;
import slipway.surface.api.operation.OperationView.State;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;

/** Lists, shows and cancels operations: those that the user has started, and those of targets that they manage. */
public final class OperationHandlers {

    static final ProblemCode NO_OPERATION =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "operation-not-found",
                    "There is no operation of this id, or you may not see it.");

    private final Operations operations;
    private final InstantSource clock;

    public OperationHandlers(Operations operations, InstantSource clock) {
        this.operations = operations;
        this.clock = clock;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(OperationRoutes.LIST, this::list),
                RouteHandler.of(OperationRoutes.SHOW, request -> view(visible(request))),
                RouteHandler.of(OperationRoutes.CANCEL, this::cancel));
    }

    private ListPage<OperationView> list(AuthorizedRequest<NoBody> request) {
        Optional<String> before = CursorPaging.lastSeen(request.query());
        List<OperationView> found =
                operations
                        .all()
                        .filter(each -> before.isEmpty() || each.id().compareTo(before.get()) < 0)
                        .filter(each -> maySee(request.principal(), each))
                        .sorted(Comparator.comparing(Operation::id).reversed())
                        .limit(request.query().get(CursorPaging.LIMIT) + 1L)
                        .map(this::view)
                        .toList();
        return CursorPaging.page(request.query(), found, OperationView::id);
    }

    private OperationView cancel(AuthorizedRequest<NoBody> request) {
        String id = visible(request).id();
        return view(operations.cancel(id).orElseThrow(() -> notFound(id)));
    }

    private Operation visible(AuthorizedRequest<NoBody> request) {
        String id = request.part(PathParameter.OPERATION);
        return operations
                .find(id)
                .filter(operation -> maySee(request.principal(), operation))
                .orElseThrow(() -> notFound(id));
    }

    private static boolean maySee(Principal principal, Operation operation) {
        return operation.author().equals(principal.id().value())
                || principal.may(operation.permission(), TeamId.ALL);
    }

    private static Problem notFound(String id) {
        return new Problem(
                NO_OPERATION,
                "There is no operation " + id + ".",
                "It never existed, has expired, or belongs to another user.",
                "List operations: slipway operations");
    }

    /** The operation as the API shows it. */
    public OperationView view(Operation operation) {
        Status status = operation.status();
        return new OperationView(
                operation.id(),
                operation.type(),
                operation.target(),
                operation.author(),
                operation.createdAt(),
                state(status),
                status.since(),
                progress(operation),
                status instanceof Status.Succeeded(_, var result)
                        ? Optional.of(new RawJson(result))
                        : Optional.empty(),
                status instanceof Status.Failed(_, var why)
                        ? Optional.of(
                                new FailureView(why.code(), why.what(), why.why(), why.next()))
                        : Optional.empty(),
                status.active()
                        ? Optional.empty()
                        : Optional.of(status.since().plus(Operations.RETENTION)));
    }

    private ProgressView progress(Operation operation) {
        Operation.Progress progress = operation.progress();
        return new ProgressView(
                progress.step(),
                progress.done(),
                progress.total(),
                progress.unit(),
                operation.status() instanceof Status.Running(var since)
                        ? end(progress, since)
                        : Optional.empty());
    }

    private Optional<Instant> end(Operation.Progress progress, Instant since) {
        Instant now = clock.instant();
        double seconds = Duration.between(since, now).toMillis() / 1e3;
        return progress.total()
                .filter(_ -> progress.done() > 0 && seconds >= 1)
                .map(total -> Math.max(0, total - progress.done()) * seconds / progress.done())
                .map(left -> now.plusMillis((long) (left * 1e3)));
    }

    private static State state(Status status) {
        return switch (status) {
            case Status.Queued _ -> State.QUEUED;
            case Status.Running _ -> State.RUNNING;
            case Status.Stopping _ -> State.STOPPING;
            case Status.Succeeded _ -> State.SUCCEEDED;
            case Status.Failed _ -> State.FAILED;
            case Status.Cancelled _ -> State.CANCELLED;
        };
    }
}
