package slipway.surface.audit.server;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import slipway.audit.Audit;
import slipway.audit.ConsistencyProof;
import slipway.audit.EntryProof;
import slipway.audit.Seal;
import slipway.audit.Sha256Hash;
import slipway.audit.VerificationReport;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.RawJson;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.audit.api.AuditRoutes.AuditView;
import slipway.surface.audit.api.AuditRoutes.CheckView;
import slipway.surface.audit.api.AuditRoutes.ConsistencyView;
import slipway.surface.audit.api.AuditRoutes.ProofView;
import slipway.surface.audit.api.AuditRoutes.SealView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

/** Seals and proofs. */
public final class AuditHandlers {

    static final ProblemCode NO_SEAL =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND, "no-such-seal", "There is no seal of this number.");

    private final Audit audit;
    private final Supplier<Audit.Verification> check;

    /**
     * Answers for an audit log.
     *
     * @param check reads the whole log and says what was found
     */
    public AuditHandlers(Audit audit, Supplier<Audit.Verification> check) {
        this.audit = audit;
        this.check = check;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(AuditRoutes.STATE, _ -> state()),
                RouteHandler.of(AuditRoutes.SEALS, this::seals),
                RouteHandler.of(
                        AuditRoutes.SEAL,
                        authorizedRequest ->
                                view(seal(number(authorizedRequest, PathParameter.SEAL)))),
                RouteHandler.of(
                        AuditRoutes.SEAL_NOW,
                        authorizedRequest ->
                                view(CommitWait.awaitAny(audit.sealAsync(), authorizedRequest))),
                RouteHandler.of(
                        AuditRoutes.PROOF,
                        authorizedRequest ->
                                proof(audit.prove(number(authorizedRequest, PathParameter.ENTRY)))),
                RouteHandler.of(AuditRoutes.CONSISTENCY, this::consistency),
                RouteHandler.of(AuditRoutes.CHECK_NOW, _ -> checked(check.get())));
    }

    private static long number(AuthorizedRequest<?> authorizedRequest, PathParameter part) {
        return Long.parseLong(authorizedRequest.part(part));
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

    /** Newest first, so a cursor says below which number to go on. */
    private ListPage<SealView> seals(AuthorizedRequest<NoBody> authorizedRequest) {
        long below =
                CursorPaging.lastSeen(authorizedRequest.query())
                        .map(AuditHandlers::seen)
                        .orElse(Long.MAX_VALUE);
        List<SealView> found =
                audit.seals(below, authorizedRequest.query().get(CursorPaging.LIMIT) + 1).stream()
                        .map(AuditHandlers::view)
                        .toList();
        return CursorPaging.page(
                authorizedRequest.query(), found, view -> Long.toString(view.seal()));
    }

    private static long seen(String text) {
        if (!PathParameter.SEAL.fits(text)) {
            throw new Problem(
                    CursorPaging.BAD_CURSOR,
                    "The list cannot go on from there.",
                    "'after' is a cursor of another list.",
                    "Take the cursor from 'next' of a page of seals.");
        }
        return Long.parseLong(text);
    }

    private Seal seal(long number) {
        return audit.seal(number).orElseThrow(() -> noSeal(number));
    }

    /** For whoever asks for a seal that was never made. */
    public static Problem noSeal(long number) {
        return new Problem(
                NO_SEAL,
                "There is no seal " + number + ".",
                "Seals are numbered from 1 on, without gaps.",
                "See which there are: /api/v1/audit/seals");
    }

    private ConsistencyView consistency(AuthorizedRequest<NoBody> authorizedRequest) {
        Seal from = seal(authorizedRequest.query().get(AuditRoutes.FROM));
        Seal to = seal(authorizedRequest.query().get(AuditRoutes.TO));
        ConsistencyProof proof = audit.consistency(from.size(), to.size());
        return new ConsistencyView(
                from.size(),
                to.size(),
                from.root().hex(),
                to.root().hex(),
                proof.path().stream().map(Sha256Hash::hex).toList());
    }

    /** A log that is not what it was is a problem for whoever asked, not an answer among others. */
    private static CheckView checked(Audit.Verification check) {
        VerificationReport verificationReport = check.report();
        if (!verificationReport.good()) {
            throw verificationReport.problem();
        }
        return new CheckView(
                verificationReport.entries(),
                verificationReport.here().seals(),
                verificationReport.elsewhere().map(VerificationReport.Sealing::seals),
                check.at(),
                check.took().toMillis());
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
