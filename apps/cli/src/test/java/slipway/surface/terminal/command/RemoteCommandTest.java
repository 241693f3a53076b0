package slipway.surface.terminal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamView;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TerminalCapabilities;

@Tag("network")
class RemoteCommandTest {

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_version_mismatch_names_the_side_to_upgrade() {
        assertThat(VersionMismatch.warning("0.1.0-SNAPSHOT", "0.1.7")).isEmpty();
        assertThat(VersionMismatch.warning("(not packaged)", "0.2")).isEmpty();
        assertThat(VersionMismatch.warning("0.1", "unknown")).isEmpty();
        assertThat(VersionMismatch.warning("0.1.0", "0.2.0").orElseThrow())
                .contains(
                        "has version 0.1.0, the server has version 0.2.0",
                        "Upgrade the command line");
        assertThat(VersionMismatch.warning("1.0", "0.9").orElseThrow())
                .contains("Upgrade the server");
        assertThat(VersionMismatch.warning("0.10", "0.9").orElseThrow())
                .contains("Upgrade the server");
    }

    @Test
    void a_version_mismatch_is_reported_once() {
        var err = new StringWriter();
        var pipe =
                new TerminalCapabilities(
                        TerminalCapabilities.UNLIMITED, false, false, false, false, true);
        var mismatch =
                new VersionMismatch(
                        "0.1", new Terminal(pipe, new StringWriter(), err, new StringReader("")));
        mismatch.accept("0.2");
        mismatch.accept("0.2");
        assertThat(err.toString()).containsOnlyOnce("warning:");
    }

    @Test
    void an_interrupted_change_is_reported_as_unknown() {
        assertThat(InterruptReport.interrupted(CurrentUserRoutes.TOKEN_MAKE, 0))
                .isEqualTo(
                        """

                        Interrupted during the request to make my token.
                        It is unknown whether the server has executed it: there was no answer yet.
                        Check before you try again.""");
        assertThat(InterruptReport.interrupted(CurrentUserRoutes.TOKEN_MAKE, 2))
                .contains("2 changes before it were done.");
    }

    /** Fetches every team. */
    @Command(name = "teams")
    private static final class Teams extends RemoteCommand {

        private final List<String> names = new ArrayList<>();

        Teams(CommandEnvironment commandEnvironment) {
            super(commandEnvironment);
        }

        @Override
        protected void work() {
            list(
                    ApiCall.to(TeamRoutes.LIST),
                    teams -> teams.forEach(team -> names.add(team.team().toString())));
        }
    }

    @Test
    void a_list_of_several_pages_is_fetched_completely() {
        var vision =
                new TeamView(new TeamId("vision"), Optional.of(TeamId.ALL), "Vision", 4, Role.LEAD);
        var product =
                new TeamView(
                        new TeamId("product"), Optional.of(TeamId.ALL), "Product", 2, Role.LEAD);
        ApiCall<NoBody, ListPage<TeamView>> all = ApiCall.to(TeamRoutes.LIST);
        server.answering(all, new ListPage<>(List.of(vision), Optional.of("cursor")));
        server.answering(
                all.query(CursorPaging.AFTER, "cursor"),
                new ListPage<>(List.of(product), Optional.empty()));
        var teams = new Teams(new TestShell(home).asking(server).shell());
        teams.run();
        assertThat(teams.names).containsExactly("vision", "product");
    }
}
