package slipway.wire.audit;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.wire.form.Means;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.form.Raw;
import slipway.wire.route.Route;
import slipway.wire.route.Verb;

/** Seals and proofs. */
public final class AuditRoutes {

    private static final String AUDIT = "/api/v1/audit";

    /** How the log stands. */
    public record AuditView(
            @Means(value = "How many entries the log has.", example = "184907") long entries,
            @Means(value = "How many of them the newest seal covers.", example = "184902")
                    long sealed,
            @Means("The newest seal.") Optional<SealView> newest,
            @Means(
                            value =
                                    "How many seals the second place has; absent when there is none.",
                            example = "41306")
                    Optional<Long> inSecondPlace,
            @Means(
                            value = "What is wrong with the second place, if something is.",
                            longest = Means.ESSAY)
                    Optional<String> secondPlaceTrouble) {}

    /** The log's signed head. */
    public record SealView(
            @Means(value = "Its number.", example = "41306") long seal,
            @Means(value = "How many entries it covers.", example = "184902") long entries,
            @Means(value = "The root of the tree, in hexadecimal digits.", example = "5f7e2309")
                    String root,
            @Means("When it was signed.") Instant at,
            @Means(value = "The seal as signed, to keep elsewhere.", longest = 2_000, lines = true)
                    String note) {}

    /** The way from an entry to a signed root. */
    public record ProofView(
            @Means(value = "The number of the event.", example = "184221") long seq,
            @Means(value = "Its place in the tree, from 0.", example = "184220") long index,
            @Means(value = "The size of the tree that it leads to.", example = "184902")
                    long entries,
            @Means(value = "The entry's hash, in hexadecimal digits.", example = "3d9f07a4")
                    String leaf,
            @Means("The hashes beside the way, from the leaf up.") List<String> path,
            @Means(value = "The root, in hexadecimal digits.", example = "5f7e2309") String root,
            @Means("The seal of that size.") SealView seal,
            @Means("All of it as one document, which can be checked without this server.")
                    Raw document) {}

    /** That a later log only added. */
    public record ConsistencyView(
            @Means(value = "The size of the earlier tree.", example = "184897") long from,
            @Means(value = "The size of the later tree.", example = "184902") long to,
            @Means(value = "The earlier root.", example = "5f7e2309") String fromRoot,
            @Means(value = "The later root.", example = "9a01c2d3") String toRoot,
            @Means("The hashes that lead from one to the other.") List<String> path) {}

    /** A check of the whole log that found nothing wrong. */
    public record CheckView(
            @Means(value = "How many entries were read.", example = "184907") long entries,
            @Means(value = "How many seals they agree with.", example = "41306") long seals,
            @Means(
                            value =
                                    "How many seals of the second place agree too; absent when none was looked at.",
                            example = "41306")
                    Optional<Long> inSecondPlace,
            @Means("When it ended.") Instant at,
            @Means(value = "How long it took, in milliseconds.", example = "1700") long millis) {}

    public static final SpecKey<Integer> FROM =
            SpecKey.of("from", ValueType.wholeNumber(0), "The number of the earlier seal.")
                    .required();
    public static final SpecKey<Integer> TO =
            SpecKey.of("to", ValueType.wholeNumber(0), "The number of the later seal.").required();

    public static final Route<Nothing, AuditView> STATE =
            Route.of(Verb.GET, AUDIT)
                    .everywhere(
                            Permission.AUDIT_READ, "show-audit", "Says how the audit log stands.")
                    .answering(AuditView.class);
    public static final Route<Nothing, Page<SealView>> SEALS =
            Route.of(Verb.GET, AUDIT + "/seals")
                    .everywhere(
                            Permission.AUDIT_READ, "list-seals", "Lists the seals, newest first.")
                    .listing(SealView.class);
    public static final Route<Nothing, SealView> SEAL =
            Route.of(Verb.GET, AUDIT + "/seals/{seal}")
                    .everywhere(Permission.AUDIT_READ, "show-seal", "Shows one seal.")
                    .answering(SealView.class);
    public static final Route<Nothing, SealView> SEAL_NOW =
            Route.of(Verb.POST, AUDIT + "/seals")
                    .everywhere(Permission.AUDIT_WRITE, "seal-now", "Seals the log as it is now.")
                    .answering(SealView.class);
    public static final Route<Nothing, ProofView> PROOF =
            Route.of(Verb.GET, AUDIT + "/entries/{entry}/proof")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "prove-entry",
                            "Proves that an entry is in the newest seal.")
                    .answering(ProofView.class);
    public static final Route<Nothing, ConsistencyView> CONSISTENCY =
            Route.of(Verb.GET, AUDIT + "/consistency")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "prove-consistency",
                            "Proves that a later seal only added to an earlier one.")
                    .answering(ConsistencyView.class)
                    .filteredBy(FROM, TO);

    public static final Route<Nothing, CheckView> CHECK_NOW =
            Route.of(Verb.POST, AUDIT + "/checks")
                    .everywhere(
                            Permission.AUDIT_WRITE,
                            "check-audit",
                            "Checks the whole log now, against its seals and those of the second place.")
                    .answering(CheckView.class);

    public static final List<Route<?, ?>> ALL =
            List.of(STATE, SEALS, SEAL, SEAL_NOW, PROOF, CONSISTENCY, CHECK_NOW);

    private AuditRoutes() {}
}
