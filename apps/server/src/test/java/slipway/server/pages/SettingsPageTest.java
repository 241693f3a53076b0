package slipway.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;
import slipway.server.pages.SettingsPage.From;
import slipway.server.pages.SettingsPage.Row;

class SettingsPageTest {

    @TempDir private Path data = Path.of("");

    private SettingsPage view(String yaml) throws IOException {
        Files.writeString(data.resolve("slipway.yaml"), yaml);
        var around = new ProcessEnvironment(Map.of("SLIPWAY_LOG_LEVEL", "debug"), data, data);
        return SettingsPage.of(
                Config.read(Map.of("--data", data.toString(), "--port", "0"), around), List.of());
    }

    private static Row row(SettingsPage view, String path) {
        return view.groups().stream()
                .flatMap(group -> group.rows().stream())
                .filter(row -> row.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void every_setting_says_where_its_value_comes_from() throws IOException {
        SettingsPage view = view("journal:\n  keep_ticks: 14d\n");
        assertThat(row(view, "port").from()).isEqualTo(From.FLAG);
        assertThat(row(view, "log.level").from()).isEqualTo(From.ENVIRONMENT);
        assertThat(row(view, "journal.keep_ticks").from()).isEqualTo(From.FILE);
        assertThat(row(view, "journal.keep_ticks").line()).contains("line 2");
        assertThat(row(view, "journal.keep_ticks").value()).contains("14d");
        assertThat(row(view, "host").from()).isEqualTo(From.DEFAULT);
        assertThat(row(view, "port").type()).isEqualTo("A whole number from 0 to 65535");
        assertThat(view.changed()).isEqualTo(4);
    }

    @Test
    void a_secret_is_shown_as_its_file_only() throws IOException {
        Path file = data.resolve("password");
        Files.writeString(file, "hunter2\n");
        SettingsPage view =
                view(
                        """
                        database:
                          url: jdbc:postgresql://db.example.org/slipway
                          user: slipway
                          password_file: password
                        """);
        assertThat(row(view, "database.password_file").secret()).isTrue();
        assertThat(row(view, "database.password_file").value()).contains(file.toString());
        assertThat(view.toString()).doesNotContain("hunter2");
    }

    @Test
    void single_sign_on_shows_the_role_of_each_group() throws IOException {
        SettingsPage view =
                view(
                        SettingsPage.EXAMPLE.replace(
                                "  client_secret_file: /etc/slipway/client-secret\n", ""));
        SettingsPage.SignOn signOn = view.signOn().orElseThrow();
        assertThat(signOn.host()).isEqualTo("login.example.org");
        assertThat(signOn.groups())
                .extracting(group -> group.group() + " is " + group.role())
                .containsExactly("ml-research is member of language", "ml-leads is lead of all");
    }

    @Test
    void without_single_sign_on_nothing_is_shown() throws IOException {
        assertThat(view("").signOn()).isEmpty();
    }
}
