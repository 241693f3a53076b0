package slipway.guard;

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
abstract class GuardContract {

    private static final TeamId VISION = new TeamId("vision");

    /** Opens what was there before, or something empty the first time. */
    protected abstract JournalStorage medium();

    @Test
    void a_restart_gives_the_same_picture_of_everything() {
        try (var house = Gatehouse.on(this::medium)) {
            Guard.NewToken token = fill(house);
            People before = house.people();
            house.restart();
            assertThat(house.people()).isEqualTo(before);
            Visitor cut = house.guard().recognise(token.text(), house.now());
            assertThat(cut.scope()).isEqualTo(Scope.within(VISION).only(Permission.TEAM_READ));
            assertThat(house.guard().secret(VISION, "wandb-key")).isPresent();
            house.ask(new Request.RemoveUser(new UserId("ana")));
            house.ask(new Request.RemoveSecret(VISION, "wandb-key"));
            house.ask(new Request.RemoveTeam(VISION));
            People after = house.people();
            house.restart();
            assertThat(house.people()).isEqualTo(after);
        }
    }

    private static Guard.NewToken fill(Gatehouse house) {
        house.guard().welcome(_ -> {});
        house.ask(new Request.CreateTeam(VISION, TeamId.ALL, "<b>Vision</b> 'quoted' \"Ö\" 🚢"));
        house.person("ana", "vision", Role.LEAD);
        var email = Optional.of("ana@example.org");
        house.ask(
                new Request.ChangeUser(
                        new UserId("ana"),
                        Optional.of("Ana; drop table"),
                        email,
                        Optional.empty()));
        Guard.NewToken token = house.token("ana", Scope.within(VISION).only(Permission.TEAM_READ));
        house.guard().admit(token.text(), "192.0.2.7", house.now());
        house.clock().forward(Duration.ofNanos(1_234_567));
        house.ask(new Request.RevokeToken(house.token("ana", Scope.WHOLE).token().id()));
        var identity = new User.Identity("https://id.example.org", "4|2");
        var who =
                new Request.SignIn(
                        identity, "ben", "Ben", Optional.empty(), Map.of(VISION, Role.VIEWER));
        Journal.await(house.guard().signIn(who, Gatehouse.ACTOR));
        house.role("ben", "vision", Role.MEMBER);
        var secret = new Guard.SecretValue(VISION, "wandb-key", "value".getBytes(UTF_8));
        Journal.await(
                house.guard()
                        .set(house.guard().local(), Gatehouse.ACTOR, secret, Optional.empty()));
        Journal.await(house.guard().flush());
        return token;
    }
}
