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
 * The front door of the room. It recognises who stands at the door, says what they may do, and changes who may do
 * what. Recognising reads the newest picture and nothing else; every change goes through the journal.
 */
public final class AccessControl implements AutoCloseable {

    public static final ModuleSchema SCHEMA =
            new ModuleSchema("identity", 2).renamedFrom("guard", 1);

    private static final Actor SELF = Actor.system("guard");

    /** How long a browser stays signed in. */
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

    private AccessControl(Journal journal, ServerKey key, SecureRandom random) {
        this.journal = journal;
        this.key = key;
        this.random = random;
        this.secretCipher = new SecretCipher(key, random);
        this.local = TokenFormat.random(Token.Kind.LOCAL, random);
        this.localTokenHash = local.hash(key);
        this.moduleOwner =
                journal.owner("guard", IdentityTables.read(journal), IdentityRules::decide);
    }

    /** Rebuilds the picture from the tables and refuses a key that is not the database's. */
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

    /** A token with its text, which is shown now and never again. */
    public record NewToken(Token token, String text) {

        @Override
        public String toString() {
            return "new " + token.redacted();
        }
    }

    /**
     * At the very first start makes the first admin and gives its token to {@code show}. Until it was shown this is
     * done again, with another token: a process may die between making and showing.
     */
    public void createFirstAdmin(Consumer<NewToken> show) {
        if (directory().property(PropertyRow.FIRST_ADMIN_SHOWN).isEmpty()) {
            TokenFormat text = TokenFormat.random(Token.Kind.ADMIN, random);
            Journal.await(send(new PreparedRequest.CreateFirstAdmin(tokenHash(text)), SELF));
            show.accept(newToken(text));
            Journal.await(send(new PreparedRequest.FirstAdminShown(), SELF));
        }
    }

    /** The newest picture. Reading it needs no lock. */
    public UserDirectory directory() {
        return moduleOwner.picture();
    }

    /** The text of the local token of this start; for a file that only the machine's own user can read. */
    public String localToken() {
        return local.text();
    }

    /** Whoever holds the local token: may do everything, and is nobody in particular. */
    public Principal local() {
        return TokenAuthenticator.local(directory());
    }

    /**
     * Who shows this text. Throws a {@link Problem} when nobody does. Whether the local token may come from where it
     * came is for the door to say.
     */
    public Principal authenticate(String text, Instant now) {
        if (text.startsWith("slw_loc_") && isLocalToken(text)) {
            return local();
        }
        return TokenAuthenticator.authenticate(directory(), key, text, now);
    }

    /** The same visitor as of now; empty once it is shut out. What goes on for hours asks this again and again. */
    public Optional<Principal> recheck(Principal principal, Instant now) {
        try {
            return Optional.of(
                    TokenAuthenticator.recheck(directory(), principal.token().map(Token::id), now));
        } catch (Problem refused) {
            return Optional.empty();
        }
    }

    private boolean isLocalToken(String text) {
        return TokenFormat.parse(text)
                .filter(shown -> ServerKey.constantTimeEquals(localTokenHash, shown.hash(key)))
                .isPresent();
    }

    /**
     * Recognises, remembers that the token was used, and counts when it was refused. After too many refusals from one
     * source the reason is no longer told; a valid token passes all the same.
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

    /** Remembers when a token was last used; written down by the next {@link #flush}. */
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

    /** When and from where a token was last used, also within the last minute. */
    public Optional<Token.Use> lastUse(String token) {
        return Optional.ofNullable(uses.get(token)).or(() -> directory().lastUse(token));
    }

    /** Counts a refused sign-in and gives the problem to answer with: this one, or that there were too many. */
    public Problem countFailure(Problem problem, String address, Instant now) {
        String source = AuthenticationFailures.source(address);
        Optional<Duration> wait = authenticationFailures.fail(source, now);
        Problem answer =
                wait.map(remaining -> IdentityProblems.tooManyAttempts(source, remaining))
                        .orElse(problem);
        authenticationFailures.count(source, answer.code().name(), now);
        return answer;
    }

    /** Counts that somebody known was denied something; it does not count against the source. */
    public void countDenial(Problem problem, String address, Instant now) {
        authenticationFailures.count(
                AuthenticationFailures.source(address), problem.code().name(), now);
    }

    /** What a page of this visitor's session must send back with a change; empty when there is no session. */
    public Optional<String> csrf(Principal principal) {
        return principal.token().filter(Token::isSession).map(session -> key.csrf(session.id()));
    }

    /** Asks on behalf of a visitor. What is done is durable and in the picture when the future completes. */
    public CompletableFuture<CommitResult> execute(
            Principal principal,
            Actor actor,
            IdentityRequest request,
            Optional<IdempotencyKey> idempotencyKey) {
        return send(
                principal, new PreparedRequest.Change(request), new Sender(actor, idempotencyKey));
    }

    /** Makes a token. Under a key that was used before it fails: the text was shown then and is kept nowhere. */
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

    /** Gives a browser a session for whoever showed a token. */
    public CompletableFuture<NewToken> openSession(Principal principal, Actor actor) {
        TokenFormat text = TokenFormat.random(Token.Kind.SESSION, random);
        return send(
                        principal,
                        new PreparedRequest.OpenSession(tokenHash(text)),
                        new Sender(actor, Optional.empty()))
                .thenApply(_ -> newToken(text));
    }

    /** Gives a session to whom an identity provider vouches for. */
    public CompletableFuture<NewToken> signIn(IdentityRequest.SignIn person, Actor actor) {
        TokenFormat text = TokenFormat.random(Token.Kind.SESSION, random);
        return send(new PreparedRequest.SignInWithProvider(person, tokenHash(text)), actor)
                .thenApply(_ -> newToken(text));
    }

    /** Sets or replaces a secret. The value is sealed before it leaves this method. */
    public CompletableFuture<CommitResult> storeSecret(
            Principal principal,
            Actor actor,
            SecretValue secret,
            Optional<IdempotencyKey> idempotencyKey) {
        String encrypted = secretCipher.seal(secret.team(), secret.name(), secret.value());
        var action = new PreparedRequest.SetSecret(secret.team(), secret.name(), encrypted);
        return send(principal, action, new Sender(actor, idempotencyKey));
    }

    /** A secret on its way in. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record SecretValue(TeamId team, String name, byte[] value) {

        @Override
        public String toString() {
            return "secret " + team + "/" + name;
        }
    }

    /** The value of a secret, for a job of its team; no door gives it to anybody. */
    public Optional<byte[]> secret(TeamId team, String name) {
        return directory().secretsOf(team).get(name).map(secretCipher::open);
    }

    /** Writes down what was counted: once a minute, and when the server stops. */
    public CompletableFuture<CommitResult> flush() {
        List<Token.Use> used = new ArrayList<>(uses.values());
        var failures = authenticationFailures.drain();
        used.forEach(use -> uses.remove(use.token(), use));
        return send(new PreparedRequest.RecordUse(used, failures), SELF)
                .whenComplete(
                        (_, problem) -> {
                            if (problem != null) {
                                authenticationFailures.restore(failures);
                                used.forEach(use -> uses.putIfAbsent(use.token(), use));
                            }
                        });
    }

    /** Who sends an order, and under which key. */
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

    /** Before the journal closes. */
    @Override
    public void close() {
        if (!(journal.health() instanceof slipway.journal.JournalHealth.Stopped)) {
            Journal.await(flush());
        }
    }
}
