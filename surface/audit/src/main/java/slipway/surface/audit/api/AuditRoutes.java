package slipway.surface.audit.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.RawJson;
import slipway.surface.api.operation.OperationView;

/** The routes of the audit log: state, seals, proofs and checks. */
public final class AuditRoutes {

    private static final String AUDIT = "/api/v1/audit";

    /** The state of the log. */
    public record AuditView(
            @ApiField(value = "The number of entries.", example = "184907") long entries,
            @ApiField(
                            value = "The number of entries that the newest seal covers.",
                            example = "184902")
                    long sealed,
            @ApiField("The newest seal.") Optional<SealView> newest,
            @ApiField(
                            value =
                                    "The number of seals in the second place; absent if none is configured.",
                            example = "41306")
                    Optional<Long> inSecondPlace,
            @ApiField(value = "The problem of the second place, if any.", longest = ApiField.ESSAY)
                    Optional<String> secondPlaceTrouble) {}

    /** A signed head of the log. */
    public record SealView(
            @ApiField(value = "The number of the seal.", example = "41306") long seal,
            @ApiField(value = "The number of entries that it covers.", example = "184902")
                    long entries,
            @ApiField(value = "The root of the tree, in hexadecimal digits.", example = "5f7e2309")
                    String root,
            @ApiField("The time of the signature.") Instant at,
            @ApiField(value = "The signed text of the seal.", longest = 2_000, lines = true)
                    String note) {}

    /** An inclusion proof: the path from an entry to a signed root. */
    public record ProofView(
            @ApiField(value = "The number of the event.", example = "184221") long seq,
            @ApiField(value = "The index of its leaf in the tree, from 0.", example = "184220")
                    long index,
            @ApiField(value = "The size of the tree.", example = "184902") long entries,
            @ApiField(value = "The entry's hash, in hexadecimal digits.", example = "3d9f07a4")
                    String leaf,
            @ApiField("The sibling hashes, from the leaf up.") List<String> path,
            @ApiField(value = "The root, in hexadecimal digits.", example = "5f7e2309") String root,
            @ApiField("The seal of a tree of that size.") SealView seal,
            @ApiField(
                            "The complete proof as one document that can be verified without this server.")
                    RawJson document) {}

    /** A consistency proof: a later log contains the earlier one unchanged. */
    public record ConsistencyView(
            @ApiField(value = "The size of the earlier tree.", example = "184897") long from,
            @ApiField(value = "The size of the later tree.", example = "184902") long to,
            @ApiField(value = "The earlier root.", example = "5f7e2309") String fromRoot,
            @ApiField(value = "The later root.", example = "9a01c2d3") String toRoot,
            @ApiField("The hashes of the proof.") List<String> path) {}

    /** The reads of one object by one reader in one hour. */
    public record ReadView(
            @ApiField(value = "Who read it, or for whom it was delivered.", example = "mira")
                    String actor,
            @ApiField(
                            value = "api, cli or web; run for the delivery to an attempt.",
                            example = "run")
                    String via,
            @ApiField(
                            value = "The first ids of requests or attempts, at most 20.",
                            example = "01k9x0m6c5q8v2t7r4n1h3j5ya.1")
                    List<String> requestIds,
            @ApiField("The first read of the hour.") Instant firstAt,
            @ApiField("The last read of the hour.") Instant lastAt,
            @ApiField(value = "The type of the object.", example = "secret") String type,
            @ApiField(value = "Its name.", example = "hub-token") String object,
            @ApiField(value = "Its team.", example = "vision") String team,
            @ApiField(value = "How often it was read.", example = "3") long readsCount,
            @ApiField(value = "How many bytes were read.", example = "111") long sizeBytes) {}

    /** The result of the operation that checks the whole log. */
    public record CheckView(
            @ApiField(value = "The number of entries that were read.", example = "184907")
                    long entries,
            @ApiField(value = "The number of seals that match.", example = "41306") long seals,
            @ApiField(
                            value =
                                    "The number of matching seals in the second place; absent if none is configured.",
                            example = "41306")
                    Optional<Long> inSecondPlace,
            @ApiField("The time at which the check ended.") Instant at,
            @ApiField(value = "The duration in milliseconds.", example = "1700") long millis) {}

    public static final SpecKey<Integer> FROM =
            SpecKey.of("from", ValueType.wholeNumber(0), "The number of the earlier seal.")
                    .required();
    public static final SpecKey<Integer> TO =
            SpecKey.of("to", ValueType.wholeNumber(0), "The number of the later seal.").required();

    private static final ValueType<String> WORD =
            ValueType.of("a word of at most 200 characters", "^[^\\s]{1,200}$", AuditRoutes::word);
    public static final SpecKey<String> READER =
            SpecKey.of("actor", WORD, "Only reads of this user.").example("mira");
    public static final SpecKey<String> OBJECT =
            SpecKey.of("object", WORD, "Only reads of objects of this name.").example("hub-token");
    public static final SpecKey<String> READ_TEAM =
            SpecKey.of("team", WORD, "Only reads of objects of this team.").example("vision");

    public static final Route<NoBody, AuditView> STATE =
            Route.of(HttpMethod.GET, AUDIT)
                    .everywhere(
                            Permission.AUDIT_READ,
                            "show-audit",
                            "Shows the state of the audit log.")
                    .answering(AuditView.class);
    public static final Route<NoBody, ListPage<SealView>> SEALS =
            Route.of(HttpMethod.GET, AUDIT + "/seals")
                    .everywhere(
                            Permission.AUDIT_READ, "list-seals", "Lists the seals, newest first.")
                    .listing(SealView.class);
    public static final Route<NoBody, SealView> SEAL =
            Route.of(HttpMethod.GET, AUDIT + "/seals/{seal}")
                    .everywhere(Permission.AUDIT_READ, "show-seal", "Shows a seal.")
                    .answering(SealView.class);
    public static final Route<NoBody, SealView> SEAL_NOW =
            Route.of(HttpMethod.POST, AUDIT + "/seals")
                    .everywhere(Permission.AUDIT_WRITE, "seal-now", "Seals the current log.")
                    .answering(SealView.class);
    public static final Route<NoBody, ProofView> PROOF =
            Route.of(HttpMethod.GET, AUDIT + "/entries/{entry}/proof")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "prove-entry",
                            "Proves that the newest seal covers an entry.")
                    .answering(ProofView.class);
    public static final Route<NoBody, ConsistencyView> CONSISTENCY =
            Route.of(HttpMethod.GET, AUDIT + "/consistency")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "prove-consistency",
                            "Proves that a later seal only added to an earlier one.")
                    .answering(ConsistencyView.class)
                    .filteredBy(FROM, TO);

    public static final Route<NoBody, OperationView> CHECK_NOW =
            Route.of(HttpMethod.POST, AUDIT + "/checks")
                    .everywhere(
                            Permission.AUDIT_WRITE,
                            "check-audit",
                            "Starts to verify the whole log against its seals and those in the second place.")
                    .answering(OperationView.class);

    public static final Route<NoBody, ListPage<ReadView>> READS =
            Route.of(HttpMethod.GET, AUDIT + "/reads")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "list-reads",
                            "Lists who read what is marked for the access log, newest hour first.")
                    .listing(ReadView.class)
                    .filteredBy(READER, OBJECT, READ_TEAM);

    public static final List<Route<?, ?>> ALL =
            List.of(STATE, SEALS, SEAL, SEAL_NOW, PROOF, CONSISTENCY, CHECK_NOW, READS);

    private AuditRoutes() {}

    private static ParseResult<String> word(String text) {
        return text.matches("[^\\s\\p{Cntrl}]{1,200}")
                ? ParseResult.parsed(text)
                : ParseResult.rejected("not a word of at most 200 characters.");
    }
}
