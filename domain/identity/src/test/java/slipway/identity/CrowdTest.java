package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Commit;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.ModuleRequest;
import slipway.journal.table.Cell;
import slipway.journal.table.RowChange;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** A crowd of users asks for this and that, in any order; a simple model watches what each of them can do. */
class CrowdTest {

    private static final Generator<List<Errand>> ERRANDS =
            ((Generator<Errand>) choices -> Errand.draw(bound -> (int) choices.upTo(bound - 1L)))
                    .list(0, 150)
                    .map(CrowdTest::opened);
    private static final Instant START = Instant.parse("2026-09-17T14:20:00Z");
    private static final Actor SOMEBODY = new Actor("somebody", "test", "r");

    private static List<Errand> opened(List<Errand> errands) {
        var all =
                new ArrayList<Errand>(
                        List.of(new Errand(new PreparedRequest.Open("0123456789abcdef"))));
        all.addAll(errands);
        return List.copyOf(all);
    }

    @Test
    void nobody_ever_gains_a_permission_that_nobody_gave() {
        Property.holds(
                400, ERRANDS, errands -> play(errands, CrowdTest::nobodyGainsWhatNobodyGave));
    }

    @Test
    void the_tables_give_the_same_picture_and_the_facts_the_same_story() {
        Property.holds(
                ERRANDS,
                errands -> {
                    Map<String, Map<List<Cell>, Record>> tables = new HashMap<>();
                    var facts = new ArrayList<Fact>();
                    UserDirectory last =
                            play(
                                    errands,
                                    step -> {
                                        Crowd.check(step.after());
                                        step.commit()
                                                .rows()
                                                .forEach(rowChange -> store(tables, rowChange));
                                        step.commit()
                                                .events()
                                                .forEach(eventDraft -> facts.add(fact(eventDraft)));
                                        assertThat(rebuilt(tables)).isEqualTo(step.after());
                                    });
                    Chronicle.of(facts).mustTell(last);
                });
    }

    @Test
    void roles_add_up_and_tokens_only_cut_down() {
        Property.holds(
                ERRANDS,
                errands -> {
                    UserDirectory userDirectory = play(errands, _ -> {});
                    for (Token token : userDirectory.tokens().values().toList()) {
                        User owner = userDirectory.users().get(token.owner()).orElseThrow();
                        var principal =
                                new Principal(
                                        userDirectory,
                                        owner,
                                        Optional.of(token),
                                        userDirectory.rolesOf(owner.id()));
                        for (TeamId team : userDirectory.teams().keys().toList()) {
                            Optional<Role> role = plainly(userDirectory, owner.id(), team);
                            assertThat(userDirectory.role(owner.id(), team)).isEqualTo(role);
                            for (Permission permission : Permission.values()) {
                                boolean may =
                                        role.filter(permission::grantedTo).isPresent()
                                                && cutLeaves(
                                                        userDirectory,
                                                        token.scope(),
                                                        permission,
                                                        team);
                                assertThat(principal.may(permission, team)).isEqualTo(may);
                            }
                        }
                    }
                });
    }

    @Test
    void the_last_admin_stays_unless_single_sign_on_takes_it() {
        Property.holds(
                ERRANDS,
                errands ->
                        play(
                                errands,
                                step ->
                                        assertThat(
                                                        step.before().admins() == 0
                                                                || step.after().admins() > 0
                                                                || step.order()
                                                                        instanceof
                                                                        PreparedRequest.Arrive)
                                                .isTrue()));
    }

    /** One errand that was done. */
    private record Step(
            PreparedRequest order,
            UserDirectory before,
            Commit commit,
            UserDirectory after,
            Instant now) {

        /** Who may give anything here: nobody in particular is asked when the house acts by itself. */
        Optional<Principal> by() {
            return order instanceof PreparedRequest.By by
                    ? Optional.of(TokenAuthenticator.again(before, by.with(), now))
                    : Optional.empty();
        }
    }

    private interface Watcher {
        void watch(Step step);
    }

    private static UserDirectory play(List<Errand> errands, Watcher watcher) {
        UserDirectory userDirectory = new UserDirectoryBuilder().people();
        Instant now = START;
        for (Errand errand : errands) {
            now = now.plus(Duration.ofMinutes(7));
            try {
                Commit commit =
                        IdentityRules.decide(
                                userDirectory, ModuleRequest.of(errand.order(), SOMEBODY), now);
                UserDirectory after = userDirectory.after(commit);
                watcher.watch(new Step(errand.order(), userDirectory, commit, after, now));
                userDirectory = after;
            } catch (Problem refused) {
                assertThat(refused.what() + refused.why() + refused.next())
                        .doesNotContain("null")
                        .isNotBlank();
            }
        }
        return userDirectory;
    }

    private static void nobodyGainsWhatNobodyGave(Step step) {
        if (step.by().filter(principal -> !principal.isLocal()).isEmpty()) {
            return;
        }
        Principal giver = step.by().orElseThrow();
        for (TeamId team : step.after().teams().keys().toList()) {
            TeamId old =
                    step.before().teams().containsKey(team) ? team : step.after().path(team).get(1);
            for (Permission permission : Permission.values()) {
                if (giver.may(permission, old)) {
                    continue;
                }
                for (UserId user : step.after().users().keys().toList()) {
                    boolean gained =
                            roleGives(step.after(), user, permission, team)
                                    && !roleGives(step.before(), user, permission, old);
                    assertThat(gained)
                            .as("%s gains %s in %s by %s", user, permission, team, giver)
                            .isFalse();
                }
                for (Token token : step.after().tokens().values().toList()) {
                    boolean gained =
                            can(step.after(), token, permission, team)
                                    && !(step.before().tokens().containsKey(token.id())
                                            && can(step.before(), token, permission, old));
                    assertThat(gained)
                            .as("%s gains %s in %s by %s", token, permission, team, giver)
                            .isFalse();
                }
            }
        }
    }

    private static boolean can(
            UserDirectory userDirectory, Token token, Permission permission, TeamId team) {
        return token.revoked().isEmpty()
                && roleGives(userDirectory, token.owner(), permission, team)
                && cutLeaves(userDirectory, token.scope(), permission, team);
    }

    private static boolean roleGives(
            UserDirectory userDirectory, UserId user, Permission permission, TeamId team) {
        return plainly(userDirectory, user, team).filter(permission::grantedTo).isPresent();
    }

    /** As a child would count it: walk up from team to team and keep the greatest. */
    private static Optional<Role> plainly(UserDirectory userDirectory, UserId user, TeamId team) {
        Optional<Role> greatest = Optional.empty();
        for (Optional<TeamId> here = Optional.of(team);
                here.isPresent();
                here = userDirectory.teams().get(here.get()).flatMap(Team::parent)) {
            var grant = userDirectory.rolesOf(user).get(here.get());
            for (Optional<Role> role :
                    List.of(grant.flatMap(Grant::given), grant.flatMap(Grant::signOn))) {
                if (role.isPresent()
                        && (greatest.isEmpty() || role.get().compareTo(greatest.get()) > 0)) {
                    greatest = role;
                }
            }
        }
        return greatest;
    }

    private static boolean cutLeaves(
            UserDirectory userDirectory,
            TokenScope tokenScope,
            Permission permission,
            TeamId team) {
        return tokenScope.only().map(some -> some.contains(permission)).orElse(true)
                && tokenScope
                        .within()
                        .map(top -> userDirectory.path(team).contains(top))
                        .orElse(true);
    }

    private static Fact fact(EventDraft eventDraft) {
        return new Event(1, START, eventDraft, Optional.empty()).fact().orElseThrow();
    }

    private static void store(Map<String, Map<List<Cell>, Record>> tables, RowChange rowChange) {
        var table = tables.computeIfAbsent(rowChange.table().name(), _ -> new HashMap<>());
        if (rowChange instanceof RowChange.Put<?> put) {
            table.put(rowChange.key(), put.table().record(put.table().cells(put.value())));
        } else {
            table.remove(rowChange.key());
        }
    }

    private static UserDirectory rebuilt(Map<String, Map<List<Cell>, Record>> tables) {
        var userDirectoryBuilder = new UserDirectoryBuilder();
        tables.values().forEach(table -> table.values().forEach(userDirectoryBuilder::put));
        return userDirectoryBuilder.people();
    }
}
