package slipway.identity;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** Decides requests of the server itself: initialization, the first admin, token uses and counted failures. */
final class SystemRules {

    private static final Duration ENDED_TOKENS_KEPT = Duration.ofDays(30);
    private static final Duration ENDED_SESSIONS_KEPT = Duration.ofDays(1);
    private static final Duration FIRST_ADMIN_LIFETIME = Duration.ofHours(24);
    private static final int MAX_DELETED_AT_ONCE = 1_000;

    private SystemRules() {}

    static Commit initialize(RuleContext context, String fingerprint) {
        if (context.directory.property(PropertyRow.SERVER_KEY).isEmpty()) {
            context.put(IdentityTables.put(PropertyRow.SERVER_KEY.of(fingerprint, context.now)))
                    .event(new Fact.ServerKeyAdopted(fingerprint), "server-key");
        }
        if (!context.directory.teams().containsKey(TeamId.ALL)) {
            var all = new Team(TeamId.ALL, Optional.empty(), "Everyone", context.now);
            context.put(IdentityTables.put(all))
                    .event(
                            new Fact.TeamCreated(all.id(), all.parent(), all.title()),
                            TeamRules.subject(all.id()),
                            all.id());
        }
        return context.commit();
    }

    /** Replaces a first admin token that was never shown: the process may have died before it could show it. */
    static Commit createFirstAdmin(RuleContext context, PreparedRequest.TokenHash tokenHash) {
        Optional<User> before = context.directory.users().get(User.ADMIN);
        if (before.isEmpty()) {
            var admin =
                    new User(
                            User.ADMIN,
                            Optional.empty(),
                            "Administrator",
                            Optional.empty(),
                            true,
                            Optional.empty(),
                            context.now);
            UserRules.add(context, admin);
            RoleRules.put(
                    context,
                    Grant.none(admin.id(), TeamId.ALL).given(Optional.of(Role.ADMIN)),
                    false);
        }
        context.directory
                .tokensOf(User.ADMIN)
                .values()
                .filter(token -> token.kind() == Token.Kind.ADMIN)
                .filter(token -> token.isLive(context.now))
                .forEach(token -> TokenRules.end(context, token));
        var token =
                new Token(
                        TokenRules.unusedId(context.directory, tokenHash),
                        Token.Kind.ADMIN,
                        User.ADMIN,
                        "Shown by the first start",
                        TokenScope.NONE,
                        context.now,
                        Optional.empty(),
                        Optional.of(context.now.plus(FIRST_ADMIN_LIFETIME)),
                        Optional.empty(),
                        tokenHash.hash());
        return TokenRules.add(context, token, Optional.empty()).commitWithId(token.id());
    }

    static Commit firstAdminShown(RuleContext context) {
        return context.put(
                        IdentityTables.put(PropertyRow.FIRST_ADMIN_SHOWN.of("shown", context.now)))
                .commit();
    }

    /** The user who was refused, or the address of a client without a valid token. */
    private static String subject(Fact.AccessRefused fact) {
        return fact.source().startsWith("user/") ? fact.source() : "source/" + fact.source();
    }

    static Commit recordUse(RuleContext context, PreparedRequest.RecordUse note) {
        note.uses().stream()
                .filter(use -> context.directory.tokens().containsKey(use.token()))
                .forEach(use -> context.put(new RowChange.Put<>(IdentityTables.USES, use)));
        note.failures().forEach(fact -> context.event(fact, subject(fact)));
        SignOnRules.removeExpiredRoles(context, note.trusted());
        context.directory
                .endedBefore(
                        note.trusted().minus(ENDED_TOKENS_KEPT),
                        note.trusted().minus(ENDED_SESSIONS_KEPT))
                .limit(MAX_DELETED_AT_ONCE)
                .forEach(token -> TokenRules.delete(context, token));
        return context.commit();
    }
}
