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

/** What the tables of identity must keep, on every storage. */
abstract class AccessControlContract {

    private static final TeamId VISION = new TeamId("vision");

    /** Opens the existing storage, or an empty one the first time. */
    protected abstract JournalStorage storage();

    @Test
    void a_restart_rebuilds_the_same_directory() {
        try (var access = AccessControlFixture.on(this::storage)) {
            AccessControl.NewToken token = fill(access);
            UserDirectory before = access.directory();
            access.restart();
            assertThat(access.directory()).isEqualTo(before);
            Principal cut = access.accessControl().authenticate(token.text(), access.now());
            assertThat(cut.scope()).isEqualTo(TokenScope.within(VISION).only(Permission.TEAM_READ));
            assertThat(access.accessControl().secret(VISION, "wandb-key")).isPresent();
            access.execute(new IdentityRequest.RemoveUser(new UserId("ana")));
            access.execute(new IdentityRequest.RemoveSecret(VISION, "wandb-key"));
            access.execute(new IdentityRequest.RemoveTeam(VISION));
            UserDirectory after = access.directory();
            access.restart();
            assertThat(access.directory()).isEqualTo(after);
        }
    }

    private static AccessControl.NewToken fill(AccessControlFixture access) {
        access.accessControl().createFirstAdmin(_ -> {});
        access.execute(
                new IdentityRequest.CreateTeam(
                        VISION, TeamId.ALL, "<b>Vision</b> 'quoted' \"Ö\" 🚢"));
        access.person("ana", "vision", Role.LEAD);
        var email = Optional.of("ana@example.org");
        access.execute(
                new IdentityRequest.ChangeUser(
                        new UserId("ana"),
                        Optional.of("Ana; drop table"),
                        email,
                        Optional.empty()));
        AccessControl.NewToken token =
                access.token("ana", TokenScope.within(VISION).only(Permission.TEAM_READ));
        access.accessControl().authenticate(token.text(), "192.0.2.7", access.now());
        access.clock().forward(Duration.ofNanos(1_234_567));
        access.execute(
                new IdentityRequest.RevokeToken(
                        access.token("ana", TokenScope.WHOLE).token().id()));
        var identity = new User.Identity("https://id.example.org", "4|2");
        var who =
                new IdentityRequest.SignIn(
                        identity,
                        "ben",
                        "Ben",
                        Optional.empty(),
                        Map.of(VISION, Role.VIEWER),
                        Duration.ofHours(12));
        Journal.await(access.accessControl().signIn(who, AccessControlFixture.ACTOR));
        access.role("ben", "vision", Role.MEMBER);
        var secret = new AccessControl.SecretValue(VISION, "wandb-key", "value".getBytes(UTF_8));
        Journal.await(
                access.accessControl()
                        .storeSecret(
                                access.accessControl().local(),
                                AccessControlFixture.ACTOR,
                                secret,
                                Optional.empty()));
        Journal.await(access.accessControl().flush());
        return token;
    }
}
