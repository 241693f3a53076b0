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

    private static final Duration SOON = Duration.ofSeconds(1);

    private final ServerKey key;
    private final SecureRandom random;
    private final Journal journal;
    private final ModuleOwner<UserDirectory, PreparedRequest> moduleOwner;
    private final SecretCipher secretCipher;
    private final AuthenticationFailures authenticationFailures = new AuthenticationFailures();
    private final Map<String, Token.Use> uses = new ConcurrentHashMap<>();
    private final TokenFormat local;
    private final byte[] localHash;

    private AccessControl(Journal journal, ServerKey key, SecureRandom random) {
        this.journal = journal;
        this.key = key;
        this.random = random;
        this.secretCipher = new SecretCipher(key, random);
        this.local = TokenFormat.random(Token.Kind.LOCAL, random);
        this.localHash = local.hash(key);
        this.moduleOwner =
                journal.owner("guard", IdentityTables.read(journal), IdentityRules::decide);
    }

    /** Rebuilds the picture from the tables and refuses a key that is not the database's. */
    public static AccessControl open(Journal journal, ServerKey key, SecureRandom random) {
        PropertyRow.SERVER_KEY
                .in(journal)
                .ifPresent(expected -> key.mustBe(expected, "of this start"));
        var accessControl = new AccessControl(journal, key, random);
        if (accessControl.people().mark(PropertyRow.SERVER_KEY).isEmpty()
                || !accessControl.people().teams().containsKey(TeamId.ALL)) {
            Journal.await(accessControl.order(new PreparedRequest.Open(key.fingerprint()), SELF));
        }
        return accessControl;
    }

    /** A token with its text, which is shown now and never again. */
    public record NewToken(Token token, String text) {

        @Override
        public String toString() {
            return "new " + token.shown();
        }
    }

    /**
     * At the very first start makes the first admin and gives its token to {@code show}. Until it was shown this is
     * done again, with another token: a process may die between making and showing.
     */
    public void welcome(Consumer<NewToken> show) {
        if (people().mark(PropertyRow.WELCOMED).isEmpty()) {
            TokenFormat text = TokenFormat.random(Token.Kind.ADMIN, random);
            Journal.await(order(new PreparedRequest.Welcome(print(text)), SELF));
            show.accept(shown(text));
            Journal.await(order(new PreparedRequest.Welcomed(), SELF));
        }
    }

    /** The newest picture. Reading it needs no lock. */
    public UserDirectory people() {
        return moduleOwner.picture();
    }

    /** The text of the local token of this start; for a file that only the machine's own user can read. */
    public String localToken() {
        return local.text();
    }

    /** Whoever holds the local token: may do everything, and is nobody in particular. */
    public Principal local() {
        return TokenAuthenticator.local(people());
    }

    /**
     * Who shows this text. Throws a {@link Problem} when nobody does. Whether the local token may come from where it
     * came is for the door to say.
     */
    public Principal recognise(String text, Instant now) {
        if (text.startsWith("slw_loc_") && isLocal(text)) {
            return local();
        }
        return TokenAuthenticator.of(people(), key, text, now);
    }

    /** The same visitor as of now; empty once it is shut out. What goes on for hours asks this again and again. */
    public Optional<Principal> again(Principal principal, Instant now) {
        try {
            return Optional.of(
                    TokenAuthenticator.again(people(), principal.token().map(Token::id), now));
        } catch (Problem shutOut) {
            return Optional.empty();
        }
    }

    private boolean isLocal(String text) {
        return TokenFormat.parse(text)
                .filter(shown -> ServerKey.same(localHash, shown.hash(key)))
                .isPresent();
    }

    /**
     * Recognises, remembers that the token was used, and counts when it was refused. After too many refusals from one
     * source the reason is no longer told; a valid token passes all the same.
     */
    public Principal admit(String text, String address, Instant now) {
        try {
            Principal principal = recognise(text, now);
            used(principal, address, now);
            return principal;
        } catch (Problem problem) {
            throw refused(problem, address, now);
        }
    }

    /** Remembers when a token was last used; written down by the next {@link #flush}. */
    public void used(Principal principal, String address, Instant now) {
        Optional<Token> token = principal.token();
        if (token.isPresent()) {
            String id = token.get().id();
            Token.Use last = uses.get(id);
            if (last == null
                    || last.at().plus(SOON).isBefore(now)
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
        return Optional.ofNullable(uses.get(token)).or(() -> people().lastUse(token));
    }

    /** Counts a refused sign-in and gives the problem to answer with: this one, or that there were too many. */
    public Problem refused(Problem problem, String address, Instant now) {
        String source = AuthenticationFailures.source(address);
        Optional<Duration> wait = authenticationFailures.attempt(source, now);
        Problem answer =
                wait.map(left -> IdentityProblems.tooManyAttempts(source, left)).orElse(problem);
        authenticationFailures.count(source, answer.code().name(), now);
        return answer;
    }

    /** Counts that somebody known was denied something; it does not count against the source. */
    public void denied(Problem problem, String address, Instant now) {
        authenticationFailures.count(
                AuthenticationFailures.source(address), problem.code().name(), now);
    }

    /** What a page of this visitor's session must send back with a change; empty when there is no session. */
    public Optional<String> csrf(Principal principal) {
        return principal.token().filter(Token::isSession).map(session -> key.csrf(session.id()));
    }

    /** Asks on behalf of a visitor. What is done is durable and in the picture when the future completes. */
    public CompletableFuture<CommitResult> ask(
            Principal by,
            Actor actor,
            IdentityRequest identityRequest,
            Optional<IdempotencyKey> under) {
        return order(by, new PreparedRequest.Plain(identityRequest), new Sender(actor, under));
    }

    /** Makes a token. Under a key that was used before it fails: the text was shown then and is kept nowhere. */
    public CompletableFuture<NewToken> make(
            Principal by,
            Actor actor,
            IdentityRequest.MakeToken wish,
            Optional<IdempotencyKey> under) {
        boolean service = people().users().get(wish.owner()).filter(User::isService).isPresent();
        TokenFormat text =
                TokenFormat.random(service ? Token.Kind.SERVICE : Token.Kind.PERSON, random);
        return order(by, new PreparedRequest.Make(wish, print(text)), new Sender(actor, under))
                .thenApply(commitResult -> once(commitResult, text));
    }

    private NewToken once(CommitResult commitResult, TokenFormat text) {
        if (commitResult.repeated()) {
            throw IdentityProblems.shownOnce(RuleContext.named(commitResult.answer()));
        }
        return shown(text);
    }

    /** Gives a browser a session for whoever showed a token. */
    public CompletableFuture<NewToken> openSession(Principal by, Actor actor) {
        TokenFormat text = TokenFormat.random(Token.Kind.SESSION, random);
        return order(
                        by,
                        new PreparedRequest.OpenSession(print(text)),
                        new Sender(actor, Optional.empty()))
                .thenApply(_ -> shown(text));
    }

    /** Gives a session to whom an identity provider vouches for. */
    public CompletableFuture<NewToken> signIn(IdentityRequest.SignIn who, Actor actor) {
        TokenFormat text = TokenFormat.random(Token.Kind.SESSION, random);
        return order(new PreparedRequest.Arrive(who, print(text)), actor)
                .thenApply(_ -> shown(text));
    }

    /** Sets or replaces a secret. The value is sealed before it leaves this method. */
    public CompletableFuture<CommitResult> set(
            Principal by, Actor actor, SecretValue secret, Optional<IdempotencyKey> under) {
        String sealed = secretCipher.seal(secret.team(), secret.name(), secret.value());
        var deed = new PreparedRequest.SetSecret(secret.team(), secret.name(), sealed);
        return order(by, deed, new Sender(actor, under));
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
        return people().secretsOf(team).get(name).map(secretCipher::open);
    }

    /** Writes down what was counted: once a minute, and when the server stops. */
    public CompletableFuture<CommitResult> flush() {
        List<Token.Use> seen = new ArrayList<>(uses.values());
        var turnedAway = authenticationFailures.take();
        seen.forEach(use -> uses.remove(use.token(), use));
        return order(new PreparedRequest.Note(seen, turnedAway), SELF)
                .whenComplete(
                        (_, problem) -> {
                            if (problem != null) {
                                authenticationFailures.giveBack(turnedAway);
                                seen.forEach(use -> uses.putIfAbsent(use.token(), use));
                            }
                        });
    }

    /** Who sends an order, and under which key. */
    private record Sender(Actor actor, Optional<IdempotencyKey> under) {}

    private CompletableFuture<CommitResult> order(
            Principal by, PreparedRequest.Deed deed, Sender sender) {
        var order = new PreparedRequest.By(by.token().map(Token::id), deed);
        return moduleOwner.ask(new ModuleRequest<>(order, sender.actor(), sender.under()));
    }

    private CompletableFuture<CommitResult> order(PreparedRequest preparedRequest, Actor actor) {
        return moduleOwner.ask(ModuleRequest.of(preparedRequest, actor));
    }

    private PreparedRequest.Print print(TokenFormat text) {
        return new PreparedRequest.Print(text.id(), HexFormat.of().formatHex(text.hash(key)));
    }

    private NewToken shown(TokenFormat text) {
        return new NewToken(people().tokens().get(text.id()).orElseThrow(), text.text());
    }

    /** Before the journal closes. */
    @Override
    public void close() {
        if (!(journal.health() instanceof slipway.journal.JournalHealth.Stopped)) {
            Journal.await(flush());
        }
    }
}
