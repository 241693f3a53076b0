package slipway.surface.people.commands.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.people.MeRoute;
import slipway.surface.api.people.TeamRole;
import slipway.testkit.Golden;

@Tag("network")
class WhoamiTest {

    private static final MeRoute.Me MIRA =
            new MeRoute.Me(
                    new UserId("mira"),
                    "Mira Lindqvist",
                    List.of(
                            new TeamRole(new TeamId("language"), Role.LEAD),
                            new TeamRole(new TeamId("vision"), Role.MEMBER)),
                    Optional.of(new TeamId("language")),
                    Optional.of(List.of(Permission.NOTES_WRITE, Permission.EVENTS_READ)),
                    Optional.empty());

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestShell shell() {
        return new TestShell(home).asking(server.answering(ApiCall.to(MeRoute.ME), MIRA)).wide(80);
    }

    @Test
    void whoami_shows_user_server_and_roles() {
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("whoami")).isZero();
            Golden.matches("whoami-" + width + ".txt", stable(shell.out()));
        }
    }

    @Test
    void json_is_the_whole_answer() {
        TestShell shell = shell();
        assertThat(shell.run("whoami", "--json")).isZero();
        Golden.matches("whoami.json", shell.out());
    }

    @Test
    void curl_prints_the_call_without_the_token_and_does_not_make_it() {
        TestShell shell = shell();
        assertThat(shell.run("whoami", "--curl")).isZero();
        assertThat(stable(shell.out()))
                .isEqualTo(
                        """
                        curl --fail-with-body SERVER/api/v1/me \\
                          -H "Authorization: Bearer $SLIPWAY_TOKEN"
                        """);
        assertThat(server.requests()).isEmpty();
        shell.wide(200).with("SLIPWAY_TOKEN", "").with("SLIPWAY_URL", "");
        assertThat(shell.run("whoami", "--curl")).isZero();
        assertThat(shell.err())
                .isEqualTo(
                        "First: export SLIPWAY_TOKEN=$(cat " + home + "/.slipway/local.token)\n");
    }

    @Test
    void an_unreachable_server_is_reported() {
        server.close();
        TestShell shell = shell();
        assertThat(shell.run("whoami")).isEqualTo(6);
        assertThat(stable(shell.err()))
                .startsWith("Cannot reach SERVER: connection refused.\n")
                .endsWith("Start it with ./slipway up, or choose: slipway context list\n");
    }

    private String stable(String text) {
        return text.replace(server.url().toString(), "SERVER");
    }
}
