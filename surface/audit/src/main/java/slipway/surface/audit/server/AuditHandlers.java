package slipway.surface.audit.server;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import slipway.audit.Audit;
import slipway.audit.ConsistencyProof;
import slipway.audit.EntryProof;
import slipway.audit.Seal;
import slipway.audit.Sha256Hash;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.operation.Operation;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.RawJson;
import slipway.surface.api.operation.OperationView;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.audit.api.AuditRoutes.AuditView;
import slipway.surface.audit.api.AuditRoutes.ConsistencyView;
import slipway.surface.audit.api.AuditRoutes.ProofView;
import slipway.surface.audit.api.AuditRoutes.SealView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

/** Handles the routes of seals, proofs and checks. */
public final class AuditHandlers {

    static final ProblemCode NO_SEAL =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND, "no-such-seal", "There is no seal of this number.");

    private final Audit audit;
    private final AuditChecks checks;
    private final Function<Operation, OperationView> view;

    /**
     * Creates the handlers of an audit log.
     *
     * @param view shows the operation of a check
     */
    public AuditHandlers(Audit audit, AuditChecks checks, Function<Operation, OperationView> view) {
        this.audit = audit;
        this.checks = checks;
        this.view = view;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(AuditRoutes.STATE, _ -> state()),
                RouteHandler.of(AuditRoutes.SEALS, this::seals),
                RouteHandler.of(
                        AuditRoutes.SEAL,
                        request -> view(seal(number(request, PathParameter.SEAL)))),
                RouteHandler.of(
                        AuditRoutes.SEAL_NOW,
                        request -> view(CommitWait.awaitAny(audit.sealAsync(), request))),
                RouteHandler.of(
                        AuditRoutes.PROOF,
                        request -> proof(audit.prove(number(request, PathParameter.ENTRY)))),
                RouteHandler.of(AuditRoutes.CONSISTENCY, this::consistency),
                RouteHandler.of(
                        AuditRoutes.CHECK_NOW,
                        request -> view.apply(checks.start(request.actor()))));
    }

    private static long number(AuthorizedRequest<?> request, PathParameter part) {
        return Long.parseLong(request.part(part));
    }

    private AuditView state() {
        Audit.State state = audit.state();
        Optional<Seal> last = state.sealed().last();
        return new AuditView(
                state.entries(),
                last.map(Seal::size).orElse(0L),
                last.map(AuditHandlers::view),
                state.mirror().map(Audit.Mirror::seals),
                state.mirror().flatMap(Audit.Mirror::problem));
    }

    /** Newest first, so a cursor holds the number below which the next page begins. */
    private ListPage<SealView> seals(AuthorizedRequest<NoBody> request) {
        long below =
                CursorPaging.lastSeen(request.query())
                        .map(AuditHandlers::decodeCursor)
                        .orElse(Long.MAX_VALUE);
        List<SealView> found =
                audit.seals(below, request.query().get(CursorPaging.LIMIT) + 1).stream()
                        .map(AuditHandlers::view)
                        .toList();
        return CursorPaging.page(request.query(), found, view -> Long.toString(view.seal()));
    }

    private static long decodeCursor(String text) {
        if (!PathParameter.SEAL.fits(text)) {
            throw new Problem(
                    CursorPaging.BAD_CURSOR,
                    "The cursor is not valid.",
                    "'after' is a cursor of another list.",
                    "Use the 'next' cursor of a page of seals.");
        }
        return Long.parseLong(text);
    }

    private Seal seal(long number) {
        return audit.seal(number).orElseThrow(() -> noSeal(number));
    }

    /** The problem of a request for a seal that does not exist. */
    public static Problem noSeal(long number) {
        return new Problem(
                NO_SEAL,
                "There is no seal " + number + ".",
                "Seals are numbered from 1 without gaps.",
                "List the seals: /api/v1/audit/seals");
    }

    private ConsistencyView consistency(AuthorizedRequest<NoBody> request) {
        Seal from = seal(request.query().get(AuditRoutes.FROM));
        Seal to = seal(request.query().get(AuditRoutes.TO));
        ConsistencyProof proof = audit.consistency(from.size(), to.size());
        return new ConsistencyView(
                from.size(),
                to.size(),
                from.root().hex(),
                to.root().hex(),
                proof.path().stream().map(Sha256Hash::hex).toList());
    }

    private static ProofView proof(EntryProof proof) {
        return new ProofView(
                proof.entry().seq(),
                proof.inclusion().index(),
                proof.inclusion().size(),
                proof.leaf().hex(),
                proof.inclusion().path().stream().map(Sha256Hash::hex).toList(),
                proof.seal().root().hex(),
                view(proof.seal()),
                new RawJson(proof.json().toString()));
    }

    private static SealView view(Seal seal) {
        return new SealView(seal.number(), seal.size(), seal.root().hex(), seal.at(), seal.text());
    }
}
