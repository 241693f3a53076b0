package slipway.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;

/** What the room's tables must keep, on every medium. */
abstract class AccessControlContract {

    private static final TeamId VISION = new TeamId("vision");

    /** Opens what was there before, or something empty the first time. */
    protected abstract JournalStorage medium();

    @Test
    void a_restart_gives_the_same_picture_of_everything() {
        try (var house = Gatehouse.on(this::medium)) {
            AccessControl.NewToken token = fill(house);
            UserDirectory before = house.people();
            house.restart();
            assertThat(house.people()).isEqualTo(before);
            Principal cut = house.guard().recognise(token.text(), house.now());
            assertThat(cut.scope()).isEqualTo(TokenScope.within(VISION).only(Permission.TEAM_READ));
            assertThat(house.guard().secret(VISION, "wandb-key")).isPresent();
            house.ask(new IdentityRequest.RemoveUser(new UserId("ana")));
            house.ask(new IdentityRequest.RemoveSecret(VISION, "wandb-key"));
            house.ask(new IdentityRequest.RemoveTeam(VISION));
            UserDirectory after = house.people();
            house.restart();
            assertThat(house.people()).isEqualTo(after);
        }
    }

    private static AccessControl.NewToken fill(Gatehouse house) {
        house.guard().welcome(_ -> {});
        house.ask(
                new IdentityRequest.CreateTeam(
                        VISION, TeamId.ALL, "<b>Vision</b> 'quoted' \"Ö\" 🚢"));
        house.person("ana", "vision", Role.LEAD);
        var email = Optional.of("ana@example.org");
        house.ask(
                new IdentityRequest.ChangeUser(
                        new UserId("ana"),
                        Optional.of("Ana; drop table"),
                        email,
                        Optional.empty()));
        AccessControl.NewToken token =
                house.token("ana", TokenScope.within(VISION).only(Permission.TEAM_READ));
        house.guard().admit(token.text(), "192.0.2.7", house.now());
        house.clock().forward(Duration.ofNanos(1_234_567));
        house.ask(
                new IdentityRequest.RevokeToken(house.token("ana", TokenScope.WHOLE).token().id()));
        var identity = new User.Identity("https://id.example.org", "4|2");
        var who =
                new IdentityRequest.SignIn(
                        identity, "ben", "Ben", Optional.empty(), Map.of(VISION, Role.VIEWER));
        Journal.await(house.guard().signIn(who, Gatehouse.ACTOR));
        house.role("ben", "vision", Role.MEMBER);
        var secret = new AccessControl.SecretValue(VISION, "wandb-key", "value".getBytes(UTF_8));
        Journal.await(
                house.guard()
                        .set(house.guard().local(), Gatehouse.ACTOR, secret, Optional.empty()));
        Journal.await(house.guard().flush());
        return token;
    }
}
