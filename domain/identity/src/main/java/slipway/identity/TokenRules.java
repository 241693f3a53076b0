package slipway.identity;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** Decides the creation and the end of tokens and sessions. A token never exceeds the principal that creates it. */
final class TokenRules {

    static final Duration SESSION = Duration.ofHours(12);
    private static final Duration DEFAULT_LIFETIME = Duration.ofDays(90);
    private static final Duration MAX_LIFETIME = Duration.ofDays(366);
    private static final int MAX_TOKENS = 1_000;
    static final int MAX_SESSIONS = 20;

    private TokenRules() {}

    static Commit create(
            RuleContext context,
            IdentityRequest.CreateToken request,
            PreparedRequest.TokenHash tokenHash) {
        User owner =
                request.owner().equals(context.principal().id())
                        ? self(context)
                        : context.requireManageable(request.owner());
        TokenScope tokenScope = request.scope();
        tokenScope.within().ifPresent(context::team);
        if (tokenScope.only().filter(Set::isEmpty).isPresent()) {
            throw IdentityProblems.emptyScope();
        }
        if (!grantableScope(context).contains(tokenScope, context.directory)
                || !holdsAllOf(context, owner, tokenScope)) {
            throw IdentityProblems.widerThanYours(context.principal());
        }
        if (context.directory
                        .tokensOf(owner.id())
                        .values()
                        .filter(one -> !one.isSession() && one.isLive(context.now))
                        .count()
                >= MAX_TOKENS) {
            throw IdentityProblems.tooManyTokens(owner.id(), MAX_TOKENS);
        }
        var token =
                new Token(
                        unusedId(context.directory, tokenHash),
                        owner.isService() ? Token.Kind.SERVICE : Token.Kind.PERSON,
                        owner.id(),
                        TextRules.checked("label", request.label()),
                        tokenScope,
                        context.now,
                        context.principal().token().map(Token::id),
                        Optional.of(expiry(context, request.expires())),
                        Optional.empty(),
                        tokenHash.hash());
        endIfExchangedOnce(context);
        return add(context, token, owner.team()).commitWithId(token.id());
    }

    /** The scope that a token or session created by the principal may have at most. */
    private static TokenScope grantableScope(RuleContext context) {
        return context.principal().token().filter(Token::isExchangedOnce).isPresent()
                ? TokenScope.WHOLE
                : context.principal().scope();
    }

    private static void endIfExchangedOnce(RuleContext context) {
        context.principal()
                .token()
                .filter(Token::isExchangedOnce)
                .ifPresent(first -> end(context, first));
    }

    /** The user of the principal. The local token belongs to no user, so it cannot own tokens. */
    private static User self(RuleContext context) {
        if (context.principal().isLocal()) {
            throw IdentityProblems.noUser(User.LOCAL);
        }
        return context.principal().user();
    }

    static RuleContext add(RuleContext context, Token token, Optional<TeamId> team) {
        return context.put(IdentityTables.put(token))
                .event(
                        new Fact.TokenMade(
                                token.id(),
                                token.owner(),
                                token.label(),
                                token.scope().within(),
                                token.scope().only().map(List::copyOf),
                                token.expires()),
                        subject(token),
                        team);
    }

    /** Eight random characters collide about once in a hundred million years; the caller then draws again. */
    static String unusedId(UserDirectory userDirectory, PreparedRequest.TokenHash tokenHash) {
        if (userDirectory.tokens().containsKey(tokenHash.id())) {
            throw IdentityProblems.idTaken();
        }
        return tokenHash.id();
    }

    /** Whether the principal holds every role of the owner wherever the token would be valid. */
    private static boolean holdsAllOf(RuleContext context, User owner, TokenScope tokenScope) {
        if (owner.id().equals(context.principal().id())) {
            return true;
        }
        return context.directory
                .rolesOf(owner.id())
                .values()
                .allMatch(grant -> holds(context, grant, tokenScope));
    }

    private static boolean holds(RuleContext context, Grant grant, TokenScope tokenScope) {
        TeamId top =
                tokenScope
                        .within()
                        .filter(team -> context.directory.isWithin(team, grant.team()))
                        .orElse(grant.team());
        return !tokenScope.reaches(top, context.directory)
                || context.principal().hasAllOf(grant.role().orElseThrow(), tokenScope, top);
    }

    private static Instant expiry(RuleContext context, Optional<Instant> requested) {
        Optional<Instant> bound = latestExpiry(context);
        Instant latest = context.now.plus(MAX_LIFETIME);
        Instant usual = context.now.plus(DEFAULT_LIFETIME);
        Instant expires =
                requested
                        .orElse(bound.filter(end -> end.isBefore(usual)).orElse(usual))
                        .truncatedTo(ChronoUnit.MICROS);
        if (!expires.isAfter(context.now)) {
            throw IdentityProblems.expiryPast(expires, context.now);
        }
        if (expires.isAfter(latest)) {
            throw IdentityProblems.expiryFar(expires, latest);
        }
        bound.filter(expires::isAfter)
                .ifPresent(
                        end -> {
                            throw IdentityProblems.outlivesItsMaker(expires, end);
                        });
        return expires;
    }

    /**
     * A token may not outlive the one with which it is created; a session counts as the token with which it was
     * opened.
     */
    private static Optional<Instant> latestExpiry(RuleContext context) {
        Optional<Token> presented = context.principal().token();
        Optional<Token> bound =
                presented.filter(Token::isSession).isPresent()
                        ? presented
                                .flatMap(Token::madeWith)
                                .flatMap(context.directory.tokens()::get)
                        : presented;
        return bound.filter(token -> !token.isExchangedOnce()).flatMap(Token::expires);
    }

    static Commit openSession(RuleContext context, PreparedRequest.TokenHash tokenHash) {
        User user = self(context);
        Optional<Token> presented = context.principal().token();
        // A session opened with a session would survive the revocation of the first token.
        presented
                .filter(Token::isSession)
                .ifPresent(
                        session -> {
                            throw IdentityProblems.sessionFromSession();
                        });
        Instant end = context.now.plus(SESSION);
        Instant until = latestExpiry(context).filter(end::isAfter).orElse(end);
        endIfExchangedOnce(context);
        return session(
                        context,
                        user,
                        new Opening(tokenHash, grantableScope(context), presented, until))
                .commitWithId(tokenHash.id());
    }

    /** The parameters of a new session. */
    record Opening(
            PreparedRequest.TokenHash tokenHash,
            TokenScope scope,
            Optional<Token> openedWith,
            Instant until) {}

    /** A user who opens one more session than allowed loses the oldest one. */
    static RuleContext session(RuleContext context, User user, Opening opening) {
        List<Token> open = sessionsOf(context, user.id());
        open.stream()
                .sorted(Comparator.comparing(Token::made).thenComparing(Token::id))
                .limit(Math.max(0, open.size() - MAX_SESSIONS + 1))
                .forEach(oldest -> drop(context, oldest));
        Optional<String> openedWith = opening.openedWith().map(Token::id);
        var token =
                new Token(
                        unusedId(context.directory, opening.tokenHash()),
                        Token.Kind.SESSION,
                        user.id(),
                        "Browser session",
                        opening.scope(),
                        context.now,
                        openedWith,
                        Optional.of(opening.until()),
                        Optional.empty(),
                        opening.tokenHash().hash());
        return context.put(IdentityTables.put(token))
                .event(
                        new Fact.SignedIn(user.id(), token.id(), openedWith, opening.until()),
                        subject(token));
    }

    private static List<Token> sessionsOf(RuleContext context, UserId user) {
        return context.directory
                .tokensOf(user)
                .values()
                .filter(Token::isSession)
                .filter(session -> session.isLive(context.now))
                .toList();
    }

    /**
     * Ends a session without keeping its row, so that signing in in a loop does not fill the table. The row stays if it
     * says where a token comes from.
     */
    private static void drop(RuleContext context, Token session) {
        if (context.directory.madeWithOthers().contains(session.id())) {
            end(context, session);
            return;
        }
        context.event(new Fact.SignedOut(session.owner(), session.id()), subject(session));
        delete(context, session);
    }

    /**
     * Ends the tokens of service accounts that this person created: with a session of single sign-on, or with a token
     * that comes from one, so that a person who leaves keeps nothing.
     */
    static void endCreatedBy(RuleContext context, User person) {
        if (person.identity().isEmpty()) {
            return;
        }
        context.directory
                .tokens()
                .values()
                .filter(token -> token.isLive(context.now))
                .filter(token -> !token.owner().equals(person.id()))
                .filter(token -> comesFrom(context.directory, token, person.id()))
                .forEach(token -> end(context, token));
    }

    private static boolean comesFrom(UserDirectory directory, Token token, UserId person) {
        return Stream.iterate(
                        creatorOf(directory, token),
                        Optional::isPresent,
                        at -> creatorOf(directory, at.get()))
                .anyMatch(at -> at.get().owner().equals(person));
    }

    private static Optional<Token> creatorOf(UserDirectory directory, Token token) {
        return token.madeWith().flatMap(directory.tokens()::get);
    }

    static Commit revoke(RuleContext context, String id) {
        Token token =
                context.directory.tokens().get(id).orElseThrow(() -> IdentityProblems.noToken(id));
        boolean own = token.owner().equals(context.principal().id());
        if (!own) {
            requireRevocable(context, token);
        } else if (!context.principal().scope().contains(token.scope(), context.directory)) {
            throw IdentityProblems.widerThanYours(context.principal());
        }
        end(context, token);
        context.directory
                .tokensOf(token.owner())
                .values()
                .filter(Token::isSession)
                .filter(session -> session.madeWith().equals(Optional.of(id)))
                .filter(session -> session.isLive(context.now))
                .forEach(session -> end(context, session));
        return context.commit();
    }

    /** Answers 404 for a token whose owner the principal may not manage. */
    private static void requireRevocable(RuleContext context, Token token) {
        Optional<TeamId> team = context.directory.users().get(token.owner()).flatMap(User::team);
        boolean may =
                team.isPresent()
                        ? context.principal().may(Permission.ACCOUNTS_WRITE, team.get())
                        : context.principal().may(Permission.PEOPLE_WRITE, TeamId.ALL);
        if (!may) {
            throw IdentityProblems.noToken(token.id());
        }
    }

    /** Revokes the token. Revoking it again repeats the event and does not change the time. */
    static void end(RuleContext context, Token token) {
        Token ended = token.revoked().isPresent() ? token : token.revoked(context.now);
        Optional<TeamId> team = context.directory.users().get(token.owner()).flatMap(User::team);
        Fact fact =
                token.isSession()
                        ? new Fact.SignedOut(token.owner(), token.id())
                        : new Fact.TokenRevoked(token.id(), token.owner(), token.label());
        context.put(IdentityTables.put(ended)).event(fact, subject(token), team);
    }

    /** Deletes the token; only its events remain. */
    static void delete(RuleContext context, Token token) {
        context.put(new RowChange.Remove<>(IdentityTables.TOKENS, token));
        context.directory
                .lastUse(token.id())
                .ifPresent(use -> context.put(new RowChange.Remove<>(IdentityTables.USES, use)));
    }

    static String subject(Token token) {
        return "token/" + token.id();
    }
}
