package slipway.identity;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.table.RowChange;

/** What the house does by itself: it opens, welcomes the first admin, and writes down what it counted. */
final class SystemRules {

    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration SESSIONS_KEPT = Duration.ofDays(1);
    private static final int MOST_FORGOTTEN = 1_000;

    private SystemRules() {}

    static Commit open(RuleContext here, String fingerprint) {
        if (here.people.mark(PropertyRow.SERVER_KEY).isEmpty()) {
            here.put(IdentityTables.put(PropertyRow.SERVER_KEY.of(fingerprint, here.now)))
                    .tell(new Fact.ServerKeyAdopted(fingerprint), "server-key");
        }
        if (!here.people.teams().containsKey(TeamId.ALL)) {
            var all = new Team(TeamId.ALL, Optional.empty(), "Everyone", here.now);
            here.put(IdentityTables.put(all))
                    .tell(
                            new Fact.TeamCreated(all.id(), all.parent(), all.title()),
                            TeamRules.subject(all.id()),
                            all.id());
        }
        return here.commit();
    }

    /** While the token was not shown to anybody it is made again: the process may have died before it could. */
    static Commit welcome(RuleContext here, PreparedRequest.Print print) {
        Optional<User> before = here.people.users().get(User.ADMIN);
        if (before.isEmpty()) {
            var admin =
                    new User(
                            User.ADMIN,
                            Optional.empty(),
                            "Administrator",
                            Optional.empty(),
                            true,
                            Optional.empty(),
                            here.now);
            UserRules.add(here, admin);
            RoleRules.put(
                    here, Grant.none(admin.id(), TeamId.ALL).given(Optional.of(Role.ADMIN)), false);
        }
        here.people
                .tokensOf(User.ADMIN)
                .values()
                .filter(token -> token.kind() == Token.Kind.ADMIN)
                .filter(token -> token.isLive(here.now))
                .forEach(token -> TokenRules.end(here, token));
        var token =
                new Token(
                        TokenRules.fresh(here.people, print),
                        Token.Kind.ADMIN,
                        User.ADMIN,
                        "Shown by the first start",
                        TokenScope.WHOLE,
                        here.now,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        print.hash());
        return TokenRules.add(here, token, Optional.empty()).naming(token.id());
    }

    static Commit welcomed(RuleContext here) {
        return here.put(IdentityTables.put(PropertyRow.WELCOMED.of("shown", here.now))).commit();
    }

    static Commit note(RuleContext here, PreparedRequest.Note note) {
        note.uses().stream()
                .filter(use -> here.people.tokens().containsKey(use.token()))
                .forEach(use -> here.put(new RowChange.Put<>(IdentityTables.USES, use)));
        note.refused().forEach(fact -> here.tell(fact, "source/" + fact.source()));
        here.people
                .endedBefore(here.now.minus(KEPT), here.now.minus(SESSIONS_KEPT))
                .limit(MOST_FORGOTTEN)
                .forEach(token -> TokenRules.forget(here, token));
        return here.commit();
    }
}
