package slipway.surface.audit.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.RawJson;

/** Seals and proofs. */
public final class AuditRoutes {

    private static final String AUDIT = "/api/v1/audit";

    /** How the log stands. */
    public record AuditView(
            @ApiField(value = "How many entries the log has.", example = "184907") long entries,
            @ApiField(value = "How many of them the newest seal covers.", example = "184902")
                    long sealed,
            @ApiField("The newest seal.") Optional<SealView> newest,
            @ApiField(
                            value =
                                    "How many seals the second place has; absent when there is none.",
                            example = "41306")
                    Optional<Long> inSecondPlace,
            @ApiField(
                            value = "What is wrong with the second place, if something is.",
                            longest = ApiField.ESSAY)
                    Optional<String> secondPlaceTrouble) {}

    /** The log's signed head. */
    public record SealView(
            @ApiField(value = "Its number.", example = "41306") long seal,
            @ApiField(value = "How many entries it covers.", example = "184902") long entries,
            @ApiField(value = "The root of the tree, in hexadecimal digits.", example = "5f7e2309")
                    String root,
            @ApiField("When it was signed.") Instant at,
            @ApiField(
                            value = "The seal as signed, to keep elsewhere.",
                            longest = 2_000,
                            lines = true)
                    String note) {}

    /** The way from an entry to a signed root. */
    public record ProofView(
            @ApiField(value = "The number of the event.", example = "184221") long seq,
            @ApiField(value = "Its place in the tree, from 0.", example = "184220") long index,
            @ApiField(value = "The size of the tree that it leads to.", example = "184902")
                    long entries,
            @ApiField(value = "The entry's hash, in hexadecimal digits.", example = "3d9f07a4")
                    String leaf,
            @ApiField("The hashes beside the way, from the leaf up.") List<String> path,
            @ApiField(value = "The root, in hexadecimal digits.", example = "5f7e2309") String root,
            @ApiField("The seal of that size.") SealView seal,
            @ApiField("All of it as one document, which can be checked without this server.")
                    RawJson document) {}

    /** That a later log only added. */
    public record ConsistencyView(
            @ApiField(value = "The size of the earlier tree.", example = "184897") long from,
            @ApiField(value = "The size of the later tree.", example = "184902") long to,
            @ApiField(value = "The earlier root.", example = "5f7e2309") String fromRoot,
            @ApiField(value = "The later root.", example = "9a01c2d3") String toRoot,
            @ApiField("The hashes that lead from one to the other.") List<String> path) {}

    /** A check of the whole log that found nothing wrong. */
    public record CheckView(
            @ApiField(value = "How many entries were read.", example = "184907") long entries,
            @ApiField(value = "How many seals they agree with.", example = "41306") long seals,
            @ApiField(
                            value =
                                    "How many seals of the second place agree too; absent when none was looked at.",
                            example = "41306")
                    Optional<Long> inSecondPlace,
            @ApiField("When it ended.") Instant at,
            @ApiField(value = "How long it took, in milliseconds.", example = "1700")
                    long millis) {}

    public static final SpecKey<Integer> FROM =
            SpecKey.of("from", ValueType.wholeNumber(0), "The number of the earlier seal.")
                    .required();
    public static final SpecKey<Integer> TO =
            SpecKey.of("to", ValueType.wholeNumber(0), "The number of the later seal.").required();

    public static final Route<NoBody, AuditView> STATE =
            Route.of(HttpMethod.GET, AUDIT)
                    .everywhere(
                            Permission.AUDIT_READ, "show-audit", "Says how the audit log stands.")
                    .answering(AuditView.class);
    public static final Route<NoBody, ListPage<SealView>> SEALS =
            Route.of(HttpMethod.GET, AUDIT + "/seals")
                    .everywhere(
                            Permission.AUDIT_READ, "list-seals", "Lists the seals, newest first.")
                    .listing(SealView.class);
    public static final Route<NoBody, SealView> SEAL =
            Route.of(HttpMethod.GET, AUDIT + "/seals/{seal}")
                    .everywhere(Permission.AUDIT_READ, "show-seal", "Shows one seal.")
                    .answering(SealView.class);
    public static final Route<NoBody, SealView> SEAL_NOW =
            Route.of(HttpMethod.POST, AUDIT + "/seals")
                    .everywhere(Permission.AUDIT_WRITE, "seal-now", "Seals the log as it is now.")
                    .answering(SealView.class);
    public static final Route<NoBody, ProofView> PROOF =
            Route.of(HttpMethod.GET, AUDIT + "/entries/{entry}/proof")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "prove-entry",
                            "Proves that an entry is in the newest seal.")
                    .answering(ProofView.class);
    public static final Route<NoBody, ConsistencyView> CONSISTENCY =
            Route.of(HttpMethod.GET, AUDIT + "/consistency")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "prove-consistency",
                            "Proves that a later seal only added to an earlier one.")
                    .answering(ConsistencyView.class)
                    .filteredBy(FROM, TO);

    public static final Route<NoBody, CheckView> CHECK_NOW =
            Route.of(HttpMethod.POST, AUDIT + "/checks")
                    .everywhere(
                            Permission.AUDIT_WRITE,
                            "check-audit",
                            "Checks the whole log now, against its seals and those of the second place.")
                    .answering(CheckView.class);

    public static final List<Route<?, ?>> ALL =
            List.of(STATE, SEALS, SEAL, SEAL_NOW, PROOF, CONSISTENCY, CHECK_NOW);

    private AuditRoutes() {}
}
