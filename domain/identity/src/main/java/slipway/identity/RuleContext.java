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

    final UserDirectory people;
    final Actor actor;
    final Instant now;
    private final Optional<Principal> visitor;
    private final List<EventDraft> events = new ArrayList<>();
    private final List<RowChange> rows = new ArrayList<>();

    RuleContext(
            UserDirectory userDirectory, Optional<Principal> visitor, Actor actor, Instant now) {
        this.people = userDirectory;
        this.visitor = visitor;
        this.actor = actor;
        this.now = now;
    }

    Principal by() {
        return visitor.orElseThrow(() -> new IllegalStateException("Nobody asks here"));
    }

    RuleContext put(RowChange rowChange) {
        rows.add(rowChange);
        return this;
    }

    RuleContext tell(Fact fact, String subject) {
        events.add(EventDraft.of(fact, actor, subject));
        return this;
    }

    /** For those who may read what happened in the team. */
    RuleContext tell(Fact fact, String subject, TeamId team) {
        events.add(EventDraft.of(fact, actor, subject).in(team.value()));
        return this;
    }

    RuleContext tell(Fact fact, String subject, Optional<TeamId> team) {
        return team.map(one -> tell(fact, subject, one)).orElseGet(() -> tell(fact, subject));
    }

    Commit commit() {
        return Commit.of(events, rows);
    }

    /** The answer names what was made, so that a second try under the same key learns it too. */
    Commit naming(String id) {
        return commit().answering("{\"id\":\"" + id + "\"}");
    }

    /** The way back from such an answer. */
    static String named(String answer) {
        return answer.replaceAll("^\\{\"id\":\"|\"\\}$", "");
    }

    /** A team that is not seen and one that does not exist are told apart by nobody. */
    Team team(TeamId id) {
        return people.teams()
                .get(id)
                .filter(_ -> by().sees(id))
                .orElseThrow(() -> IdentityProblems.noTeam(id));
    }

    Team require(Permission permission, TeamId id) {
        Team team = team(id);
        if (!by().may(permission, id)) {
            throw IdentityProblems.notAllowed(by(), permission, id);
        }
        return team;
    }

    /** People know of each other; the service accounts of a team that is not seen do not exist. */
    User user(UserId id) {
        return people.users()
                .get(id)
                .filter(user -> user.team().isEmpty() || by().sees(user.team().get()))
                .orElseThrow(() -> IdentityProblems.noUser(id));
    }

    /** Who decides over a user: the admins over persons, a team's leads over its service accounts. */
    User requireOver(UserId id) {
        User user =
                people.users()
                        .get(id)
                        .filter(this::shown)
                        .orElseThrow(() -> IdentityProblems.noUser(id));
        TeamId team = user.team().orElse(TeamId.ALL);
        Permission needed = user.isService() ? Permission.ACCOUNTS_WRITE : Permission.PEOPLE_WRITE;
        if (!by().may(needed, team)) {
            throw IdentityProblems.notAllowed(by(), needed, team);
        }
        return user;
    }

    private boolean shown(User user) {
        return user.isService()
                ? by().sees(user.team().orElseThrow())
                : user.id().equals(by().id()) || by().may(Permission.PEOPLE_READ, TeamId.ALL);
    }
}
