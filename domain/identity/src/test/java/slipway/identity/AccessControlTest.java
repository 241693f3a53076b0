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
import slipway.journal.Journal;

/** Who may come in, and what they may do. */
class AccessControlTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId OPTICS = new TeamId("optics");
    private static final TeamId NLP = new TeamId("nlp");
    private static final UserId ANA = new UserId("ana");
    private static final UserId BEN = new UserId("ben");

    private final Gatehouse house = Gatehouse.withTwoTeams();

    @AfterEach
    void close() {
        house.close();
    }

    private Principal visitor(String user) {
        return house.visitor(user);
    }

    @Test
    void a_role_holds_in_the_team_and_in_all_below_and_nowhere_else() {
        Principal ana = visitor("ana");
        assertThat(ana.may(Permission.TEAM_WRITE, VISION)).isTrue();
        assertThat(ana.may(Permission.TEAM_WRITE, OPTICS)).isTrue();
        assertThat(ana.may(Permission.TEAM_READ, NLP)).isFalse();
        assertThat(ana.may(Permission.TEAM_READ, TeamId.ALL)).isFalse();
        assertThat(ana.may(Permission.PEOPLE_WRITE, VISION)).isFalse();
        assertThat(visitor("boss").may(Permission.AUDIT_WRITE, OPTICS)).isTrue();
    }

    @Test
    void roles_add_up_and_a_smaller_one_below_takes_nothing_away() {
        house.role("ben", "optics", Role.LEAD).role("ana", "optics", Role.VIEWER);
        assertThat(visitor("ben").role(OPTICS)).contains(Role.LEAD);
        assertThat(visitor("ben").role(VISION)).contains(Role.VIEWER);
        assertThat(visitor("ana").role(OPTICS)).contains(Role.LEAD);
    }

    @Test
    void a_lead_makes_service_accounts_that_work_only_below_their_team() {
        Principal ana = visitor("ana");
        house.ask(
                ana,
                new IdentityRequest.CreateAccount(
                        new UserId("trainer"), VISION, "Trainer", Optional.empty()));
        house.ask(
                ana,
                new IdentityRequest.SetRole(
                        new UserId("trainer"), OPTICS, Optional.of(Role.MEMBER)));
        Principal trainer =
                house.guard()
                        .recognise(
                                house.token(ana, "trainer", TokenScope.WHOLE).text(), house.now());
        assertThat(trainer.may(Permission.SECRETS_WRITE, OPTICS)).isTrue();
        assertThat(trainer.sees(VISION)).isFalse();
        house.role("ana", "nlp", Role.LEAD);
        Principal both = visitor("ana");
        var away =
                new IdentityRequest.SetRole(new UserId("trainer"), NLP, Optional.of(Role.VIEWER));
        assertThat(refused(() -> house.ask(both, away)).code().name()).isEqualTo("account-away");
    }

    @Test
    void nobody_gives_a_role_they_have_not_and_nobody_takes_a_greater_one_away() {
        Principal ana = visitor("ana");
        var admin = new IdentityRequest.SetRole(BEN, VISION, Optional.of(Role.ADMIN));
        assertThat(refused(() -> house.ask(ana, admin)).code().name()).isEqualTo("more-than-yours");
        house.role("ben", "vision", Role.ADMIN);
        var demote = new IdentityRequest.SetRole(BEN, VISION, Optional.of(Role.VIEWER));
        assertThat(refused(() -> house.ask(ana, demote)).code().name())
                .isEqualTo("more-than-yours");
        Principal cut =
                house.visitor(
                        "boss", TokenScope.WHOLE.only(Permission.TEAM_WRITE, Permission.TEAM_READ));
        var member = new IdentityRequest.SetRole(ANA, NLP, Optional.of(Role.MEMBER));
        assertThat(refused(() -> house.ask(cut, member)).why()).contains("with a token cut down");
    }

    @Test
    void the_last_admin_stays_whatever_is_tried() {
        Principal boss = visitor("boss");
        var id = new UserId("boss");
        var tries =
                List.of(
                        new IdentityRequest.RemoveUser(id),
                        new IdentityRequest.SetRole(id, TeamId.ALL, Optional.of(Role.LEAD)),
                        new IdentityRequest.SetRole(id, TeamId.ALL, Optional.empty()),
                        new IdentityRequest.ChangeUser(
                                id, Optional.empty(), Optional.empty(), Optional.of(false)));
        for (IdentityRequest last : tries) {
            assertThat(refused(() -> house.ask(boss, last)).code().name()).isEqualTo("last-admin");
        }
        house.account("robot", "all").role("robot", "all", Role.ADMIN);
        assertThat(refused(() -> house.ask(boss, new IdentityRequest.RemoveUser(id))).code().name())
                .isEqualTo("last-admin");
        house.person("heir", "all", Role.ADMIN);
        house.ask(boss, new IdentityRequest.RemoveUser(id));
        assertThat(house.people().users().containsKey(id)).isFalse();
    }

    @Test
    void a_disabled_user_and_one_that_is_gone_are_shut_out_with_every_token() {
        AccessControl.NewToken ana = house.token("ana", TokenScope.WHOLE);
        AccessControl.NewToken ben = house.token("ben", TokenScope.WHOLE);
        house.ask(
                new IdentityRequest.ChangeUser(
                        ANA, Optional.empty(), Optional.empty(), Optional.of(false)));
        house.ask(new IdentityRequest.RemoveUser(BEN));
        assertThat(refused(() -> house.guard().recognise(ana.text(), house.now())).code().name())
                .isEqualTo("user-disabled");
        assertThat(refused(() -> house.guard().recognise(ben.text(), house.now())).code().name())
                .isEqualTo("unknown-token");
        house.ask(
                new IdentityRequest.ChangeUser(
                        ANA, Optional.empty(), Optional.empty(), Optional.of(true)));
        assertThat(house.guard().recognise(ana.text(), house.now()).id()).isEqualTo(ANA);
    }

    @Test
    void a_name_is_given_once_and_the_names_of_the_house_never() {
        assertThat(refused(() -> house.person("ana", "nlp", Role.VIEWER)).code().name())
                .isEqualTo("user-exists");
        assertThat(refused(() -> house.account("ana", "nlp")).code().name())
                .isEqualTo("user-exists");
        assertThat(refused(() -> house.person("local", "nlp", Role.VIEWER)).code().name())
                .isEqualTo("name-reserved");
        assertThat(refused(() -> house.team("nlp", "vision")).code().name())
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
        house.role(id.value(), "vision", Role.VIEWER).role(id.value(), "optics", Role.LEAD);
        Principal second =
                house.guard()
                        .recognise(
                                signIn(identity, "renamed", Map.of(NLP, Role.MEMBER)).text(),
                                house.now());
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
    void a_name_at_the_provider_never_leads_to_somebody_who_is_here_already() {
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
        var who = new IdentityRequest.SignIn(identity, handle, "Somebody", Optional.empty(), roles);
        return Journal.await(house.guard().signIn(who, Gatehouse.ACTOR));
    }
}
