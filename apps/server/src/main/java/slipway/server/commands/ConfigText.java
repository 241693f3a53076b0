package slipway.server.commands;

import java.util.List;
import slipway.base.SourceLocation;
import slipway.server.config.Config;
import slipway.spec.BlockValues;
import slipway.surface.terminal.command.CommandErrors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Formats the configuration as text and as JSON. */
final class ConfigText {

    private ConfigText() {}

    static String table(Config config) {
        List<Config.Row> rows = config.rows();
        int key = rows.stream().mapToInt(row -> row.setting().path().length()).max().orElse(0);
        int value = rows.stream().mapToInt(row -> shown(row).length()).max().orElse(0);
        String line = "%-" + key + "s  %-" + value + "s  %s\n";
        var table = new StringBuilder(line.formatted("KEY", "VALUE", "FROM"));
        rows.forEach(
                row -> table.append(line.formatted(row.setting().path(), shown(row), row.from())));
        return table.append(file(config)).append('\n').toString();
    }

    static String verdict(Config config) {
        long set = config.rows().stream().filter(row -> !isDefault(row)).count();
        String count = set == 1 ? "1 setting is" : set + " settings are";
        return "The configuration is valid: " + count + " not the default.\n" + file(config) + "\n";
    }

    static ObjectNode json(Config config) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        config.file().ifPresent(file -> json.put("file", file.toString()));
        var settings = json.putArray("settings");
        config.rows().forEach(row -> settings.add(json(row)));
        var warnings = json.putArray("warnings");
        config.warnings().forEach(warning -> warnings.add(CommandErrors.json(warning)));
        return json;
    }

    private static ObjectNode json(Config.Row row) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("key", row.setting().path());
        row.value()
                .ifPresentOrElse(
                        text -> json.set("value", row.setting().key().json(text)),
                        () -> json.putNull("value"));
        SourceLocation from = row.from();
        json.put("from", from.source());
        return from.hasLine() ? json.put("line", from.line()) : json;
    }

    private static String file(Config config) {
        return config.file()
                .map(file -> "Read: " + file)
                .orElseGet(
                        () ->
                                "There is no "
                                        + config.data().resolve("slipway.yaml")
                                        + ", and none is needed.");
    }

    private static boolean isDefault(Config.Row row) {
        return row.from().equals(BlockValues.DEFAULT);
    }

    /** The value on one line. */
    private static String shown(Config.Row row) {
        return row.value().map(text -> String.join(", ", text.lines().toList())).orElse("none");
    }
}
