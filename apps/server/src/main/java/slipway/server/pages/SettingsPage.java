package slipway.server.pages;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.server.config.Config;
import slipway.server.config.Setting;
import slipway.server.config.Settings;
import slipway.server.config.SignOnSettings;
import slipway.spec.BlockValues;

/**
 * The settings page.
 *
 * @param changed the number of settings that differ from the default
 * @param file the configuration file, or where it would be
 * @param read whether the file exists
 * @param signOn empty without single sign-on
 */
public record SettingsPage(
        long settings,
        long changed,
        Path file,
        boolean read,
        List<Group> groups,
        Optional<SignOn> signOn,
        List<String> warnings) {

    public SettingsPage {
        groups = List.copyOf(groups);
        warnings = List.copyOf(warnings);
    }

    /** A group of settings. */
    public record Group(String title, List<Row> rows) {}

    /**
     * One setting.
     *
     * @param type the accepted values: "A whole number from 0 to 65535"
     * @param value as written, or the default; empty if there is none
     * @param secret whether the value names a file with a secret
     * @param from the source of the value
     * @param line the line of the file
     * @param names its variable and flag; none if it can only be set in the file
     */
    public record Row(
            String path,
            String description,
            String type,
            Optional<String> value,
            boolean secret,
            From from,
            Optional<String> line,
            List<String> names) {

        /** The anchor on the page. */
        public String id() {
            return "set-" + path.replace('.', '-').replace('_', '-');
        }
    }

    /** The source of a value; each overrides those before it. */
    public enum From {
        DEFAULT("Default"),
        FILE("File"),
        ENVIRONMENT("Environment"),
        FLAG("Flag");

        private final String label;

        From(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** The provider and its mapped groups. */
    public record SignOn(String host, String issuer, String client, List<MappedGroup> groups) {}

    /** A group of the provider with its role here. */
    public record MappedGroup(String group, String role) {}

    /** An example configuration of single sign-on. */
    public static final String EXAMPLE =
            """
            sign_on:
              issuer: https://login.example.org/realms/lab
              client_id: slipway
              client_secret_file: /etc/slipway/client-secret
              redirect: https://slipway.example.org/login/sso/back
              groups: |
                ml-research = language:member
                ml-leads = all:lead
            """;

    private static final Map<String, String> TITLES =
            Map.of(
                    "", "Server",
                    "tls", "Encryption",
                    "database", "Database",
                    "journal", "Journal",
                    "audit", "Audit log",
                    "sign_on", "Single sign-on",
                    "log", "Log",
                    "prices", "Prices",
                    "schedule", "Sharing",
                    "teams", "Sharing");

    /**
     * @param remarks settings that contradict the current teams
     */
    static SettingsPage of(Config config, List<Mistake> remarks) {
        List<Config.Row> rows = config.rows();
        return new SettingsPage(
                rows.size(),
                rows.stream().filter(row -> !row.from().equals(BlockValues.DEFAULT)).count(),
                config.file().orElseGet(() -> config.data().resolve("slipway.yaml")),
                config.file().isPresent(),
                groups(rows),
                config.signOn().map(SettingsPage::signOn),
                Stream.concat(config.warnings().stream(), remarks.stream())
                        .map(mistake -> mistake.location() + ": " + mistake.sentence())
                        .toList());
    }

    private static List<Group> groups(List<Config.Row> rows) {
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        for (Config.Row row : rows) {
            String path = row.setting().path();
            String block = path.replaceFirst("\\..*", "");
            String first = TITLES.containsKey(block) ? block : "";
            groups.computeIfAbsent(TITLES.getOrDefault(first, "Server"), _ -> new ArrayList<>())
                    .add(row(row));
        }
        return groups.entrySet().stream()
                .map(group -> new Group(group.getKey(), List.copyOf(group.getValue())))
                .toList();
    }

    private static Row row(Config.Row row) {
        Setting setting = row.setting();
        From from = from(row.from());
        return new Row(
                setting.path(),
                setting.key().doc(),
                sentence(setting.key().type().description()),
                row.value().map(String::strip).filter(text -> !text.isEmpty()),
                setting.path().matches(".*(password|secret)_file|tls\\.key"),
                from,
                from == From.FILE
                        ? Optional.of("line " + Format.count(row.from().line()))
                        : Optional.empty(),
                Settings.isInFileOnly(setting)
                        ? List.of()
                        : List.of(setting.variable(), setting.flag()));
    }

    private static String sentence(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static From from(SourceLocation sourceLocation) {
        if (sourceLocation.equals(BlockValues.DEFAULT)) {
            return From.DEFAULT;
        }
        return sourceLocation.source().startsWith("flag ")
                ? From.FLAG
                : sourceLocation.source().startsWith("environment ") ? From.ENVIRONMENT : From.FILE;
    }

    private static SignOn signOn(SignOnSettings settings) {
        return new SignOn(
                String.valueOf(URI.create(settings.provider().issuer()).getAuthority()),
                settings.provider().issuer(),
                settings.provider().clientId(),
                settings.groups().rules().stream()
                        .map(
                                rule ->
                                        new MappedGroup(
                                                rule.group(),
                                                rule.role().wireName() + " of " + rule.team()))
                        .toList());
    }
}
