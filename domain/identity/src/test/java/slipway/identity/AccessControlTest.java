package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.identity.Refused.refused;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/** Authentication, roles and single sign-on. */
class AccessControlTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId OPTICS = new TeamId("optics");
    private static final TeamId NLP = new TeamId("nlp");
    private static final UserId ANA = new UserId("ana");
    private static final UserId BEN = new UserId("ben");

    private final AccessControlFixture access = AccessControlFixture.withTwoTeams();

    @AfterEach
    void close() {
        access.close();
    }

    private Principal principal(String user) {
        return access.principal(user);
    }

    @Test
    void a_role_holds_in_the_team_and_in_all_below_and_nowhere_else() {
        Principal ana = principal("ana");
        assertThat(ana.may(Permission.TEAM_WRITE, VISION)).isTrue();
        assertThat(ana.may(Permission.TEAM_WRITE, OPTICS)).isTrue();
        assertThat(ana.may(Permission.TEAM_READ, NLP)).isFalse();
        assertThat(ana.may(Permission.TEAM_READ, TeamId.ALL)).isFalse();
        assertThat(ana.may(Permission.PEOPLE_WRITE, VISION)).isFalse();
        assertThat(principal("boss").may(Permission.AUDIT_WRITE, OPTICS)).isTrue();
    }

    @Test
    void roles_add_up_and_a_smaller_one_below_takes_nothing_away() {
        access.role("ben", "optics", Role.LEAD).role("ana", "optics", Role.VIEWER);
        assertThat(principal("ben").role(OPTICS)).contains(Role.LEAD);
        assertThat(principal("ben").role(VISION)).contains(Role.VIEWER);
        assertThat(principal("ana").role(OPTICS)).contains(Role.LEAD);
    }

    @Test
    void a_lead_creates_service_accounts_that_have_roles_only_below_their_team() {
        Principal ana = principal("ana");
        access.execute(
                ana,
                new IdentityRequest.CreateAccount(
                        new UserId("trainer"), VISION, "Trainer", Optional.empty()));
        access.execute(
                ana,
                new IdentityRequest.SetRole(
                        new UserId("trainer"), OPTICS, Optional.of(Role.MEMBER)));
        Principal trainer =
                access.accessControl()
                        .authenticate(
                                access.token(ana, "trainer", TokenScope.WHOLE).text(),
                                access.now());
        assertThat(trainer.may(Permission.SECRETS_WRITE, OPTICS)).isTrue();
        assertThat(trainer.sees(VISION)).isFalse();
        access.role("ana", "nlp", Role.LEAD);
        Principal both = principal("ana");
        var away =
                new IdentityRequest.SetRole(new UserId("trainer"), NLP, Optional.of(Role.VIEWER));
        assertThat(refused(() -> access.execute(both, away)).code().name())
                .isEqualTo("account-away");
    }

    @Test
    void a_role_can_be_given_or_taken_away_only_by_users_who_hold_as_much() {
        Principal ana = principal("ana");
        var admin = new IdentityRequest.SetRole(BEN, VISION, Optional.of(Role.ADMIN));
        assertThat(refused(() -> access.execute(ana, admin)).code().name())
                .isEqualTo("more-than-yours");
        access.role("ben", "vision", Role.ADMIN);
        var demote = new IdentityRequest.SetRole(BEN, VISION, Optional.of(Role.VIEWER));
        assertThat(refused(() -> access.execute(ana, demote)).code().name())
                .isEqualTo("more-than-yours");
        Principal cut =
                access.principal(
                        "boss", TokenScope.WHOLE.only(Permission.TEAM_WRITE, Permission.TEAM_READ));
        var member = new IdentityRequest.SetRole(ANA, NLP, Optional.of(Role.MEMBER));
        assertThat(refused(() -> access.execute(cut, member)).why())
                .contains("with a restricted token");
    }

    @Test
    void the_last_admin_cannot_be_removed_disabled_or_demoted() {
        Principal boss = principal("boss");
        var id = new UserId("boss");
        var tries =
                List.of(
                        new IdentityRequest.RemoveUser(id),
                        new IdentityRequest.SetRole(id, TeamId.ALL, Optional.of(Role.LEAD)),
                        new IdentityRequest.SetRole(id, TeamId.ALL, Optional.empty()),
                        new IdentityRequest.ChangeUser(
                                id, Optional.empty(), Optional.empty(), Optional.of(false)));
        for (IdentityRequest last : tries) {
            assertThat(refused(() -> access.execute(boss, last)).code().name())
                    .isEqualTo("last-admin");
        }
        access.account("robot", "all").role("robot", "all", Role.ADMIN);
        assertThat(
                        refused(() -> access.execute(boss, new IdentityRequest.RemoveUser(id)))
                                .code()
                                .name())
                .isEqualTo("last-admin");
        access.person("heir", "all", Role.ADMIN);
        access.execute(boss, new IdentityRequest.RemoveUser(id));
        assertThat(access.directory().users().containsKey(id)).isFalse();
    }

    @Test
    void every_token_of_a_disabled_or_removed_user_is_refused() {
        AccessControl.NewToken ana = access.token("ana", TokenScope.WHOLE);
        AccessControl.NewToken ben = access.token("ben", TokenScope.WHOLE);
        access.execute(
                new IdentityRequest.ChangeUser(
                        ANA, Optional.empty(), Optional.empty(), Optional.of(false)));
        access.execute(new IdentityRequest.RemoveUser(BEN));
        assertThat(
                        refused(() -> access.accessControl().authenticate(ana.text(), access.now()))
                                .code()
                                .name())
                .isEqualTo("user-disabled");
        assertThat(
                        refused(() -> access.accessControl().authenticate(ben.text(), access.now()))
                                .code()
                                .name())
                .isEqualTo("unknown-token");
        access.execute(
                new IdentityRequest.ChangeUser(
                        ANA, Optional.empty(), Optional.empty(), Optional.of(true)));
        assertThat(access.accessControl().authenticate(ana.text(), access.now()).id())
                .isEqualTo(ANA);
    }

    @Test
    void a_user_name_is_unique_and_reserved_names_are_refused() {
        assertThat(refused(() -> access.person("ana", "nlp", Role.VIEWER)).code().name())
                .isEqualTo("user-exists");
        assertThat(refused(() -> access.account("ana", "nlp")).code().name())
                .isEqualTo("user-exists");
        assertThat(refused(() -> access.person("local", "nlp", Role.VIEWER)).code().name())
                .isEqualTo("name-reserved");
        assertThat(refused(() -> access.team("nlp", "vision")).code().name())
                .isEqualTo("team-exists");
    }

    @Test
    void single_sign_on_adds_a_person_and_replaces_only_the_roles_it_gave() {
        var identity = new User.Identity("https://id.example.org", "42");
        AccessControl.NewToken first =
                signIn(
                        identity,
                        "Ana.Öz@example.org",
                        Map.of(VISION, Role.MEMBER, NLP, Role.VIEWER));
        UserId id = first.token().owner();
        assertThat(id).isEqualTo(new UserId("ana-z"));
        access.role(id.value(), "vision", Role.VIEWER).role(id.value(), "optics", Role.LEAD);
        Principal second =
                access.accessControl()
                        .authenticate(
                                signIn(identity, "renamed", Map.of(NLP, Role.MEMBER)).text(),
                                access.now());
        assertThat(second.id()).isEqualTo(id);
        assertThat(second.role(VISION)).contains(Role.VIEWER);
        assertThat(second.role(OPTICS)).contains(Role.LEAD);
        assertThat(second.role(NLP)).contains(Role.MEMBER);
        assertThat(refused(() -> signIn(identity, "ana", Map.of())).code().name())
                .isEqualTo("no-group");
        assertThat(
                        refused(
                                        () ->
                                                signIn(
                                                        identity,
                                                        "ana",
                                                        Map.of(new TeamId("gone"), Role.ADMIN)))
                                .code()
                                .name())
                .isEqualTo("no-group");
    }

    @Test
    void a_handle_at_the_provider_never_signs_in_as_an_existing_user() {
        var stranger = new User.Identity("https://id.example.org", "43");
        AccessControl.NewToken token = signIn(stranger, "boss", Map.of(NLP, Role.VIEWER));
        assertThat(token.token().owner()).isEqualTo(new UserId("boss-2"));
        assertThat(
                        signIn(
                                        new User.Identity("https://evil.example.org", "43"),
                                        "local",
                                        Map.of(NLP, Role.VIEWER))
                                .token()
                                .owner())
                .isEqualTo(new UserId("local-2"));
    }

    private AccessControl.NewToken signIn(
            User.Identity identity, String handle, Map<TeamId, Role> roles) {
        return access.signIn(identity, handle, roles);
    }
}
