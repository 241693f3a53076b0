package slipway.identity;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.table.RowChange;

/** One order being decided: what is known, who asks, and what has been found so far. Lives for one decision. */
final class RuleContext {

    final UserDirectory directory;
    final Actor actor;
    final Instant now;
    private final Optional<Principal> principal;
    private final List<EventDraft> events = new ArrayList<>();
    private final List<RowChange> rows = new ArrayList<>();

    RuleContext(
            UserDirectory userDirectory, Optional<Principal> visitor, Actor actor, Instant now) {
        this.directory = userDirectory;
        this.principal = visitor;
        this.actor = actor;
        this.now = now;
    }

    Principal principal() {
        return principal.orElseThrow(() -> new IllegalStateException("Nobody asks here"));
    }

    RuleContext put(RowChange rowChange) {
        rows.add(rowChange);
        return this;
    }

    RuleContext event(Fact fact, String subject) {
        events.add(EventDraft.of(fact, actor, subject));
        return this;
    }

    /** For those who may read what happened in the team. */
    RuleContext event(Fact fact, String subject, TeamId team) {
        events.add(EventDraft.of(fact, actor, subject).in(team.value()));
        return this;
    }

    RuleContext event(Fact fact, String subject, Optional<TeamId> team) {
        return team.map(one -> event(fact, subject, one)).orElseGet(() -> event(fact, subject));
    }

    Commit commit() {
        return Commit.of(events, rows);
    }

    /** The answer names what was made, so that a second try under the same key learns it too. */
    Commit commitWithId(String id) {
        return commit().answering("{\"id\":\"" + id + "\"}");
    }

    /** The way back from such an answer. */
    static String idIn(String answer) {
        return answer.replaceAll("^\\{\"id\":\"|\"\\}$", "");
    }

    /** A team that is not seen and one that does not exist are told apart by nobody. */
    Team team(TeamId id) {
        return directory
                .teams()
                .get(id)
                .filter(_ -> principal().sees(id))
                .orElseThrow(() -> IdentityProblems.noTeam(id));
    }

    Team require(Permission permission, TeamId id) {
        Team team = team(id);
        if (!principal().may(permission, id)) {
            throw IdentityProblems.notAllowed(principal(), permission, id);
        }
        return team;
    }

    /** People know of each other; the service accounts of a team that is not seen do not exist. */
    User user(UserId id) {
        return directory
                .users()
                .get(id)
                .filter(user -> user.team().isEmpty() || principal().sees(user.team().get()))
                .orElseThrow(() -> IdentityProblems.noUser(id));
    }

    /** Who decides over a user: the admins over persons, a team's leads over its service accounts. */
    User requireManageable(UserId id) {
        User user =
                directory
                        .users()
                        .get(id)
                        .filter(this::isVisible)
                        .orElseThrow(() -> IdentityProblems.noUser(id));
        TeamId team = user.team().orElse(TeamId.ALL);
        Permission needed = user.isService() ? Permission.ACCOUNTS_WRITE : Permission.PEOPLE_WRITE;
        if (!principal().may(needed, team)) {
            throw IdentityProblems.notAllowed(principal(), needed, team);
        }
        return user;
    }

    private boolean isVisible(User user) {
        return user.isService()
                ? principal().sees(user.team().orElseThrow())
                : user.id().equals(principal().id())
                        || principal().may(Permission.PEOPLE_READ, TeamId.ALL);
    }
}
