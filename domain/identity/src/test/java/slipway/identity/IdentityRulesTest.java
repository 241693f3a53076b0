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

/** Random requests of several users in any order, checked against a simple model of their permissions. */
class IdentityRulesTest {

    private static final Generator<List<RandomRequest>> REQUESTS =
            ((Generator<RandomRequest>)
                            choices -> RandomRequest.draw(bound -> (int) choices.upTo(bound - 1L)))
                    .list(0, 150)
                    .map(IdentityRulesTest::afterInitialize);
    private static final Instant START = Instant.parse("2026-09-17T14:20:00Z");
    private static final Actor ACTOR = new Actor("tester", "test", "r");

    private static List<RandomRequest> afterInitialize(List<RandomRequest> requests) {
        var all =
                new ArrayList<RandomRequest>(
                        List.of(
                                new RandomRequest(
                                        new PreparedRequest.Initialize("0123456789abcdef"))));
        all.addAll(requests);
        return List.copyOf(all);
    }

    @Test
    void no_request_grants_a_permission_that_its_principal_does_not_have() {
        Property.holds(
                400,
                REQUESTS,
                requests ->
                        run(
                                requests,
                                step -> {
                                    if (!isExchange(step)) {
                                        requireNoGain(step);
                                    }
                                }));
    }

    /** The token of the first admin has no permission and is exchanged, once, for one with those of its owner. */
    private static boolean isExchange(Step step) {
        return step.principal()
                .flatMap(Principal::token)
                .filter(Token::isExchangedOnce)
                .filter(first -> !step.after().tokens().get(first.id()).equals(Optional.of(first)))
                .isPresent();
    }

    @Test
    void tables_and_facts_rebuild_the_same_directory() {
        Property.holds(
                REQUESTS,
                requests -> {
                    Map<String, Map<List<Cell>, Record>> tables = new HashMap<>();
                    var facts = new ArrayList<Fact>();
                    UserDirectory last =
                            run(
                                    requests,
                                    step -> {
                                        DirectoryInvariants.check(step.after());
                                        step.commit()
                                                .rows()
                                                .forEach(rowChange -> store(tables, rowChange));
                                        step.commit()
                                                .events()
                                                .forEach(eventDraft -> facts.add(fact(eventDraft)));
                                        assertThat(rebuilt(tables)).isEqualTo(step.after());
                                    });
                    DirectoryFromFacts.of(facts).requireEqual(last);
                });
    }

    @Test
    void roles_add_up_and_a_scope_only_restricts() {
        Property.holds(
                REQUESTS,
                requests -> {
                    UserDirectory userDirectory = run(requests, _ -> {});
                    for (Token token : userDirectory.tokens().values().toList()) {
                        User owner = userDirectory.users().get(token.owner()).orElseThrow();
                        var principal =
                                new Principal(
                                        userDirectory,
                                        owner,
                                        Optional.of(token),
                                        userDirectory.rolesOf(owner.id()));
                        for (TeamId team : userDirectory.teams().keys().toList()) {
                            Optional<Role> role = roleByWalkingUp(userDirectory, owner.id(), team);
                            assertThat(userDirectory.role(owner.id(), team)).isEqualTo(role);
                            for (Permission permission : Permission.values()) {
                                boolean may =
                                        role.filter(permission::grantedTo).isPresent()
                                                && scopeAllows(
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
    void only_single_sign_on_can_take_the_role_of_the_last_admin() {
        Property.holds(
                REQUESTS,
                requests ->
                        run(
                                requests,
                                step ->
                                        assertThat(
                                                        step.before().admins() == 0
                                                                || step.after().admins() > 0
                                                                || isOfSingleSignOn(step))
                                                .isTrue()));
    }

    /** A sign-in replaces roles from groups; the housekeeping of each minute removes those that have expired. */
    private static boolean isOfSingleSignOn(Step step) {
        return step.request() instanceof PreparedRequest.SignInWithProvider
                || step.request() instanceof PreparedRequest.RecordUse;
    }

    /** One executed request. */
    private record Step(
            PreparedRequest request,
            UserDirectory before,
            Commit commit,
            UserDirectory after,
            Instant now) {

        /** The principal of the request; empty for a request of the server itself. */
        Optional<Principal> principal() {
            return request instanceof PreparedRequest.OnBehalf by
                    ? Optional.of(TokenAuthenticator.recheck(before, by.token(), now))
                    : Optional.empty();
        }
    }

    private interface StepCheck {
        void check(Step step);
    }

    private static UserDirectory run(List<RandomRequest> requests, StepCheck check) {
        UserDirectory userDirectory = new UserDirectoryBuilder().build();
        Instant now = START;
        for (RandomRequest request : requests) {
            now = now.plus(Duration.ofMinutes(7));
            try {
                Commit commit =
                        IdentityRules.decide(
                                userDirectory, ModuleRequest.of(request.request(), ACTOR), now);
                UserDirectory after = userDirectory.after(commit);
                check.check(new Step(request.request(), userDirectory, commit, after, now));
                userDirectory = after;
            } catch (Problem refused) {
                assertThat(refused.what() + refused.why() + refused.next())
                        .doesNotContain("null")
                        .isNotBlank();
            }
        }
        return userDirectory;
    }

    private static void requireNoGain(Step step) {
        if (step.principal().filter(principal -> !principal.isLocal()).isEmpty()) {
            return;
        }
        Principal principal = step.principal().orElseThrow();
        for (TeamId team : step.after().teams().keys().toList()) {
            TeamId old =
                    step.before().teams().containsKey(team) ? team : step.after().path(team).get(1);
            for (Permission permission : Permission.values()) {
                if (principal.may(permission, old)) {
                    continue;
                }
                for (UserId user : step.after().users().keys().toList()) {
                    boolean gained =
                            roleGives(step.after(), user, permission, team)
                                    && !roleGives(step.before(), user, permission, old);
                    assertThat(gained)
                            .as("%s gains %s in %s by %s", user, permission, team, principal)
                            .isFalse();
                }
                for (Token token : step.after().tokens().values().toList()) {
                    boolean gained =
                            can(step.after(), token, permission, team)
                                    && !(step.before().tokens().containsKey(token.id())
                                            && can(step.before(), token, permission, old));
                    assertThat(gained)
                            .as("%s gains %s in %s by %s", token, permission, team, principal)
                            .isFalse();
                }
            }
        }
    }

    private static boolean can(
            UserDirectory userDirectory, Token token, Permission permission, TeamId team) {
        return token.revoked().isEmpty()
                && roleGives(userDirectory, token.owner(), permission, team)
                && scopeAllows(userDirectory, token.scope(), permission, team);
    }

    private static boolean roleGives(
            UserDirectory userDirectory, UserId user, Permission permission, TeamId team) {
        return roleByWalkingUp(userDirectory, user, team).filter(permission::grantedTo).isPresent();
    }

    /** An independent implementation: walks up from team to team and keeps the highest role. */
    private static Optional<Role> roleByWalkingUp(
            UserDirectory userDirectory, UserId user, TeamId team) {
        Optional<Role> greatest = Optional.empty();
        for (Optional<TeamId> ancestor = Optional.of(team);
                ancestor.isPresent();
                ancestor = userDirectory.teams().get(ancestor.get()).flatMap(Team::parent)) {
            var grant = userDirectory.rolesOf(user).get(ancestor.get());
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

    private static boolean scopeAllows(
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
        return userDirectoryBuilder.build();
    }
}
