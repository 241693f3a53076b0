package slipway.surface.audit.server;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import slipway.audit.Audit;
import slipway.audit.VerificationReport;
import slipway.base.Actor;
import slipway.base.Permission;
import slipway.operation.Operation;
import slipway.operation.Operations;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.audit.api.AuditRoutes.CheckView;

/** Verifies the whole log as an operation; only one runs at a time. */
public final class AuditChecks {

    private static final JsonCodec<CheckView> RESULT = JsonCodec.of(CheckView.class);

    private final Audit audit;
    private final Operations operations;
    private final Function<LongConsumer, Audit.Verification> verify;

    /**
     * @param verify verifies the whole log and counts the entries
     */
    public AuditChecks(
            Audit audit, Operations operations, Function<LongConsumer, Audit.Verification> verify) {
        this.audit = audit;
        this.operations = operations;
        this.verify = verify;
    }

    /** Starts a check, or returns the one that is active. */
    public Operation start(Actor actor) {
        var request =
                new Operations.Request(
                        "audit.verify", "audit", Permission.AUDIT_READ, actor, Optional.empty());
        return operations.start(
                request,
                progress -> {
                    progress.step("entries", audit.state().entries(), "entries");
                    return result(verify.apply(progress::add));
                });
    }

    /** An altered log is a failure, with the problem that names the entry. */
    private static String result(Audit.Verification check) {
        VerificationReport report = check.report();
        if (!report.good()) {
            throw report.problem();
        }
        var view =
                new CheckView(
                        report.entries(),
                        report.here().seals(),
                        report.elsewhere().map(VerificationReport.Sealing::seals),
                        check.at(),
                        check.took().toMillis());
        return new String(RESULT.write(view), StandardCharsets.UTF_8);
    }
}
