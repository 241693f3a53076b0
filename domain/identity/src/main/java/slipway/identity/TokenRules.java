package slipway.identity;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** Tokens and sessions: made, ended, never more than who makes them. */
final class TokenRules {

    static final Duration SESSION = Duration.ofHours(12);
    private static final Duration USUAL = Duration.ofDays(90);
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final int MOST = 1_000;

    private TokenRules() {}

    static Commit make(
            RuleContext here, IdentityRequest.MakeToken wish, PreparedRequest.Print print) {
        User owner =
                wish.owner().equals(here.by().id()) ? self(here) : here.requireOver(wish.owner());
        TokenScope tokenScope = wish.scope();
        tokenScope.within().ifPresent(here::team);
        if (tokenScope.only().filter(Set::isEmpty).isPresent()) {
            throw IdentityProblems.emptyScope();
        }
        if (!here.by().scope().contains(tokenScope, here.people)
                || !hasAll(here, owner, tokenScope)) {
            throw IdentityProblems.widerThanYours(here.by());
        }
        if (here.people.tokensOf(owner.id()).values().filter(one -> one.isLive(here.now)).count()
                >= MOST) {
            throw IdentityProblems.tooManyTokens(owner.id(), MOST);
        }
        var token =
                new Token(
                        fresh(here.people, print),
                        owner.isService() ? Token.Kind.SERVICE : Token.Kind.PERSON,
                        owner.id(),
                        TextRules.checked("label", wish.label()),
                        tokenScope,
                        here.now,
                        here.by().token().map(Token::id),
                        Optional.of(expiry(here, wish.expires())),
                        Optional.empty(),
                        print.hash());
        return add(here, token, owner.team()).naming(token.id());
    }

    /** Whoever holds the local token is nobody in particular and has no tokens. */
    private static User self(RuleContext here) {
        if (here.by().isLocal()) {
            throw IdentityProblems.noUser(User.LOCAL);
        }
        return here.by().user();
    }

    static RuleContext add(RuleContext here, Token token, Optional<TeamId> team) {
        return here.put(IdentityTables.put(token))
                .tell(
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

    /** Eight letters drawn at random meet others once in a hundred million years; then another is drawn. */
    static String fresh(UserDirectory userDirectory, PreparedRequest.Print print) {
        if (userDirectory.tokens().containsKey(print.id())) {
            throw IdentityProblems.idTaken();
        }
        return print.id();
    }

    /** Each role of the owner, where the token would reach: the maker has it there too. */
    private static boolean hasAll(RuleContext here, User owner, TokenScope tokenScope) {
        if (owner.id().equals(here.by().id())) {
            return true;
        }
        return here.people
                .rolesOf(owner.id())
                .values()
                .allMatch(grant -> has(here, grant, tokenScope));
    }

    private static boolean has(RuleContext here, Grant grant, TokenScope tokenScope) {
        TeamId top =
                tokenScope
                        .within()
                        .filter(team -> here.people.isWithin(team, grant.team()))
                        .orElse(grant.team());
        return !tokenScope.reaches(top, here.people)
                || here.by().hasAllOf(grant.role().orElseThrow(), tokenScope, top);
    }

    private static Instant expiry(RuleContext here, Optional<Instant> wished) {
        Optional<Instant> bound = bound(here);
        Instant latest = here.now.plus(LONGEST);
        Instant usual = here.now.plus(USUAL);
        Instant expires =
                wished.orElse(bound.filter(end -> end.isBefore(usual)).orElse(usual))
                        .truncatedTo(ChronoUnit.MICROS);
        if (!expires.isAfter(here.now)) {
            throw IdentityProblems.expiryPast(expires, here.now);
        }
        if (expires.isAfter(latest)) {
            throw IdentityProblems.expiryFar(expires, latest);
        }
        bound.filter(expires::isAfter)
                .ifPresent(
                        end -> {
                            throw IdentityProblems.outlives(expires, end);
                        });
        return expires;
    }

    /** A token may not outlive the one it is made with; a session stands for the one it was opened with. */
    private static Optional<Instant> bound(RuleContext here) {
        Optional<Token> shown = here.by().token();
        return shown.filter(Token::isSession).isPresent()
                ? shown.flatMap(Token::madeWith)
                        .flatMap(here.people.tokens()::get)
                        .flatMap(Token::expires)
                : shown.flatMap(Token::expires);
    }

    static Commit openSession(RuleContext here, PreparedRequest.Print print) {
        User user = self(here);
        Optional<Token> shown = here.by().token();
        // A chain of sessions would outlive the token at its beginning when that is revoked.
        shown.filter(Token::isSession)
                .ifPresent(
                        session -> {
                            throw IdentityProblems.sessionOfSession();
                        });
        Instant end = here.now.plus(SESSION);
        Instant until = shown.flatMap(Token::expires).filter(end::isAfter).orElse(end);
        return session(here, user, new Opening(print, here.by().scope(), shown, until))
                .naming(print.id());
    }

    /** How a session begins. */
    record Opening(
            PreparedRequest.Print print, TokenScope scope, Optional<Token> with, Instant until) {}

    static RuleContext session(RuleContext here, User user, Opening opening) {
        Optional<String> with = opening.with().map(Token::id);
        var token =
                new Token(
                        fresh(here.people, opening.print()),
                        Token.Kind.SESSION,
                        user.id(),
                        "Browser session",
                        opening.scope(),
                        here.now,
                        with,
                        Optional.of(opening.until()),
                        Optional.empty(),
                        opening.print().hash());
        return here.put(IdentityTables.put(token))
                .tell(
                        new Fact.SignedIn(user.id(), token.id(), with, opening.until()),
                        subject(token));
    }

    static Commit revoke(RuleContext here, String id) {
        Token token = here.people.tokens().get(id).orElseThrow(() -> IdentityProblems.noToken(id));
        boolean own = token.owner().equals(here.by().id());
        if (!own) {
            mayRevoke(here, token);
        } else if (!here.by().scope().contains(token.scope(), here.people)) {
            throw IdentityProblems.widerThanYours(here.by());
        }
        end(here, token);
        here.people
                .tokensOf(token.owner())
                .values()
                .filter(Token::isSession)
                .filter(session -> session.madeWith().equals(Optional.of(id)))
                .filter(session -> session.isLive(here.now))
                .forEach(session -> end(here, session));
        return here.commit();
    }

    /** A token of somebody over whom the visitor has no say does not exist for it. */
    private static void mayRevoke(RuleContext here, Token token) {
        Optional<TeamId> team = here.people.users().get(token.owner()).flatMap(User::team);
        boolean may =
                team.isPresent()
                        ? here.by().may(Permission.ACCOUNTS_WRITE, team.get())
                        : here.by().may(Permission.PEOPLE_WRITE, TeamId.ALL);
        if (!may) {
            throw IdentityProblems.noToken(token.id());
        }
    }

    /** It lets nobody in from now on. Ending what has ended is told again and changes nothing. */
    static void end(RuleContext here, Token token) {
        Token ended = token.revoked().isPresent() ? token : token.revoked(here.now);
        Optional<TeamId> team = here.people.users().get(token.owner()).flatMap(User::team);
        Fact fact =
                token.isSession()
                        ? new Fact.SignedOut(token.owner(), token.id())
                        : new Fact.TokenRevoked(token.id(), token.owner(), token.label());
        here.put(IdentityTables.put(ended)).tell(fact, subject(token), team);
    }

    /** Nothing is left of it but the facts. */
    static void forget(RuleContext here, Token token) {
        here.put(new RowChange.Remove<>(IdentityTables.TOKENS, token));
        here.people
                .lastUse(token.id())
                .ifPresent(use -> here.put(new RowChange.Remove<>(IdentityTables.USES, use)));
    }

    static String subject(Token token) {
        return "token/" + token.id();
    }
}
