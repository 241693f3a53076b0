package slipway.identity;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import slipway.base.Actor;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.journal.CommitResult;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;
import slipway.journal.sql.ModuleSchema;

/**
 * Authenticates principals and changes users, teams, roles, tokens and secrets. Authentication reads only the newest
 * snapshot; every change goes through the journal.
 */
public final class AccessControl implements AutoCloseable {

    public static final ModuleSchema SCHEMA =
            new ModuleSchema("identity", 3).renamedFrom("guard", 1);

    private static final Actor SELF = Actor.system("guard");

    /** How long a browser session lasts. */
    public static final Duration SESSION = TokenRules.SESSION;

    private static final Duration USE_RESOLUTION = Duration.ofSeconds(1);

    private final ServerKey key;
    private final SecureRandom random;
    private final Journal journal;
    private final ModuleOwner<UserDirectory, PreparedRequest> moduleOwner;
    private final SecretCipher secretCipher;
    private final AuthenticationFailures authenticationFailures = new AuthenticationFailures();
    private final Map<String, Token.Use> uses = new ConcurrentHashMap<>();
    private final TokenFormat local;
    private final byte[] localTokenHash;
    private final AccessWatch accessWatch;

    private AccessControl(Journal journal, ServerKey key, SecureRandom random) {
        this.journal = journal;
        this.key = key;
        this.random = random;
        this.secretCipher = new SecretCipher(key, random);
        this.local = TokenFormat.random(Token.Kind.LOCAL, random);
        this.localTokenHash = local.hash(key);
        this.moduleOwner =
                journal.owner("guard", IdentityTables.read(journal), IdentityRules::decide);
        this.accessWatch = new AccessWatch(this, journal::now);
        moduleOwner.onPublished(accessWatch::changed);
    }

    /** Rebuilds the directory from the tables. Refuses a key with which the database was not written. */
    public static AccessControl open(Journal journal, ServerKey key, SecureRandom random) {
        PropertyRow.SERVER_KEY
                .readFrom(journal)
                .ifPresent(expected -> key.requireFingerprint(expected, "of this start"));
        var accessControl = new AccessControl(journal, key, random);
        if (accessControl.directory().property(PropertyRow.SERVER_KEY).isEmpty()
                || !accessControl.directory().teams().containsKey(TeamId.ALL)) {
            Journal.await(
                    accessControl.send(new PreparedRequest.Initialize(key.fingerprint()), SELF));
        }
        return accessControl;
    }

    /** A new token with its text, which is shown once. */
    public record NewToken(Token token, String text) {

        @Override
        public String toString() {
            return "new " + token.redacted();
        }
    }

    /**
     * Creates the first admin at the first start and passes its token to {@code show}. Repeats this with another token
     * at each start until a token was shown: the process may die between creating and showing it. The token is valid
     * for a day, has no permission, and ends when a session is opened or another token is created with it.
     */
    public void createFirstAdmin(Consumer<NewToken> show) {
        if (directory().property(PropertyRow.FIRST_ADMIN_SHOWN).isEmpty()) {
            TokenFormat text = TokenFormat.random(Token.Kind.ADMIN, random);
            Journal.await(send(new PreparedRequest.CreateFirstAdmin(tokenHash(text)), SELF));
            show.accept(newToken(text));
            Journal.await(send(new PreparedRequest.FirstAdminShown(), SELF));
        }
    }

    /** The newest snapshot. Reading it needs no lock. */
    public UserDirectory directory() {
        return moduleOwner.snapshot();
    }

    /**
     * The text of the local token of this start, for a file that only the operating-system user of the server can
     * read.
     */
    public String localToken() {
        return local.text();
    }

    /** The principal of the local token: it has every permission and is no user of the directory. */
    public Principal local() {
        return TokenAuthenticator.local(directory());
    }

    /**
     * Authenticates the text of a token; throws a {@link Problem} when it is not valid. The HTTP server decides from
     * which addresses it accepts the local token.
     */
    public Principal authenticate(String text, Instant now) {
        if (text.startsWith("slw_loc_") && isLocalToken(text)) {
            return local();
        }
        return TokenAuthenticator.authenticate(directory(), key, text, now);
    }

    /**
     * Checks the token of an earlier request again; empty once it was revoked, has expired or its owner was disabled.
     */
    public Optional<Principal> recheck(Principal principal, Instant now) {
        try {
            return Optional.of(
                    TokenAuthenticator.recheck(directory(), principal.token().map(Token::id), now));
        } catch (Problem refused) {
            return Optional.empty();
        }
    }

    /** Something that lives on the access of a principal. */
    public interface Watch extends AutoCloseable {

        /** Whether the access has ended. */
        boolean ended();

        /** Ends the watch; what it would have ended is not ended any more. */
        @Override
        void close();
    }

    /**
     * Watches the access of a principal for a stream, a command or a connection that was opened with it.
     *
     * @param allowed what the principal must have in the newest snapshot, besides a valid token
     * @param end called once, within a second after the token or this permission has ended; must not block
     */
    public Watch watch(Principal principal, Predicate<Principal> allowed, Runnable end) {
        return accessWatch.watch(principal, allowed, end);
    }

    private boolean isLocalToken(String text) {
        return TokenFormat.parse(text)
                .filter(shown -> ServerKey.constantTimeEquals(localTokenHash, shown.hash(key)))
                .isPresent();
    }

    /**
     * Authenticates, records the use of the token, and counts a failure. After too many failures from one source the
     * answer is the rate limit instead of the reason; a valid token still passes.
     */
    public Principal authenticate(String text, String address, Instant now) {
        try {
            Principal principal = authenticate(text, now);
            recordUse(principal, address, now);
            return principal;
        } catch (Problem problem) {
            throw countFailure(problem, address, now);
        }
    }

    /** Records when a token was last used. The next {@link #flush} stores it. */
    public void recordUse(Principal principal, String address, Instant now) {
        Optional<Token> token = principal.token();
        if (token.isPresent()) {
            String id = token.get().id();
            Token.Use last = uses.get(id);
            if (last == null
                    || last.at().plus(USE_RESOLUTION).isBefore(now)
                    || !last.source().equals(address)) {
                uses.put(id, new Token.Use(id, micros(now), address));
            }
        }
    }

    private static Instant micros(Instant at) {
        return at.truncatedTo(java.time.temporal.ChronoUnit.MICROS);
    }

    /** When and from where a token was last used, including uses that are not stored yet. */
    public Optional<Token.Use> lastUse(String token) {
        return Optional.ofNullable(uses.get(token)).or(() -> directory().lastUse(token));
    }

    /** Counts a failed authentication. Returns the problem to answer with: the given one, or the rate limit. */
    public Problem countFailure(Problem problem, String address, Instant now) {
        String source = AuthenticationFailures.source(address);
        Optional<Duration> wait = authenticationFailures.fail(source, now);
        Problem answer =
                wait.map(remaining -> IdentityProblems.tooManyAttempts(source, remaining))
                        .orElse(problem);
        authenticationFailures.count(source, answer.code().name(), now);
        return answer;
    }

    /** Counts a request that was refused although its sender is authenticated. */
    public void countDenial(Principal principal, Problem problem, Instant now) {
        authenticationFailures.count(UserRules.subject(principal.id()), problem.code().name(), now);
    }

    /** The CSRF value that a page of this session must send with every change; empty without a session. */
    public Optional<String> csrf(Principal principal) {
        return principal.token().filter(Token::isSession).map(session -> key.csrf(session.id()));
    }

    /** Executes a request on behalf of a principal. It is durable and in the snapshot when the future completes. */
    public CompletableFuture<CommitResult> execute(
            Principal principal,
            Actor actor,
            IdentityRequest request,
            Optional<IdempotencyKey> idempotencyKey) {
        return send(
                principal, new PreparedRequest.Change(request), new Sender(actor, idempotencyKey));
    }

    /**
     * Creates a token. Fails when the idempotency key was used before: the text was shown then and is stored nowhere.
     */
    public CompletableFuture<NewToken> createToken(
            Principal principal,
            Actor actor,
            IdentityRequest.CreateToken request,
            Optional<IdempotencyKey> idempotencyKey) {
        boolean service =
                directory().users().get(request.owner()).filter(User::isService).isPresent();
        TokenFormat text =
                TokenFormat.random(service ? Token.Kind.SERVICE : Token.Kind.PERSON, random);
        return send(
                        principal,
                        new PreparedRequest.CreateToken(request, tokenHash(text)),
                        new Sender(actor, idempotencyKey))
                .thenApply(commitResult -> requireFirstAnswer(commitResult, text));
    }

    private NewToken requireFirstAnswer(CommitResult commitResult, TokenFormat text) {
        if (commitResult.repeated()) {
            throw IdentityProblems.shownOnce(RuleContext.idIn(commitResult.answer()));
        }
        return newToken(text);
    }

    /** Opens a browser session for a principal that presented a token. */
    public CompletableFuture<NewToken> openSession(Principal principal, Actor actor) {
        TokenFormat text = TokenFormat.random(Token.Kind.SESSION, random);
        return send(
                        principal,
                        new PreparedRequest.OpenSession(tokenHash(text)),
                        new Sender(actor, Optional.empty()))
                .thenApply(_ -> newToken(text));
    }

    /** Opens a session for a person whom an identity provider has authenticated. */
    public CompletableFuture<NewToken> signIn(IdentityRequest.SignIn person, Actor actor) {
        TokenFormat text = TokenFormat.random(Token.Kind.SESSION, random);
        return send(new PreparedRequest.SignInWithProvider(person, tokenHash(text)), actor)
                .thenApply(_ -> newToken(text));
    }

    /** Sets or replaces a secret. The value is encrypted before it leaves this method. */
    public CompletableFuture<CommitResult> storeSecret(
            Principal principal,
            Actor actor,
            SecretValue secret,
            Optional<IdempotencyKey> idempotencyKey) {
        String encrypted = secretCipher.encrypt(secret.team(), secret.name(), secret.value());
        var action = new PreparedRequest.SetSecret(secret.team(), secret.name(), encrypted);
        return send(principal, action, new Sender(actor, idempotencyKey));
    }

    /** A secret to store, with its value in clear. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record SecretValue(TeamId team, String name, byte[] value) {

        @Override
        public String toString() {
            return "secret " + team + "/" + name;
        }
    }

    /** The value of a secret in clear, for a job of its team. No route returns it. */
    public Optional<byte[]> secret(TeamId team, String name) {
        return directory().secretsOf(team).get(name).map(secretCipher::decrypt);
    }

    /** Stores token uses and counted failures: once a minute, and when the server stops. */
    public CompletableFuture<CommitResult> flush() {
        List<Token.Use> used = new ArrayList<>(uses.values());
        var failures = authenticationFailures.drain(journal.now());
        used.forEach(use -> uses.remove(use.token(), use));
        return send(new PreparedRequest.RecordUse(used, failures, journal.clock().trusted()), SELF)
                .whenComplete(
                        (_, problem) -> {
                            if (problem != null) {
                                authenticationFailures.restore(failures);
                                used.forEach(use -> uses.putIfAbsent(use.token(), use));
                            }
                        });
    }

    /** The actor of a request, and its idempotency key. */
    private record Sender(Actor actor, Optional<IdempotencyKey> idempotencyKey) {}

    private CompletableFuture<CommitResult> send(
            Principal principal, PreparedRequest.Action action, Sender sender) {
        var order = new PreparedRequest.OnBehalf(principal.token().map(Token::id), action);
        return moduleOwner.ask(new ModuleRequest<>(order, sender.actor(), sender.idempotencyKey()));
    }

    private CompletableFuture<CommitResult> send(PreparedRequest preparedRequest, Actor actor) {
        return moduleOwner.ask(ModuleRequest.of(preparedRequest, actor));
    }

    private PreparedRequest.TokenHash tokenHash(TokenFormat text) {
        return new PreparedRequest.TokenHash(text.id(), HexFormat.of().formatHex(text.hash(key)));
    }

    private NewToken newToken(TokenFormat text) {
        return new NewToken(directory().tokens().get(text.id()).orElseThrow(), text.text());
    }

    /** Must be called before the journal closes. */
    @Override
    public void close() {
        accessWatch.close();
        if (!(journal.health() instanceof slipway.journal.JournalHealth.Stopped)) {
            Journal.await(flush());
        }
    }
}
