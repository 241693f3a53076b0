package slipway.server.commands;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import slipway.server.config.Setting;
import slipway.server.config.Settings;

/**
 * The flags of commands that read the configuration, derived from the settings. Their values stay text, because the
 * configuration validates all sources together.
 */
public final class SettingFlags {

    private static final String CONFIG = "--config";

    private SettingFlags() {}

    public static void addTo(CommandSpec command) {
        command.addOption(
                flag(
                        CONFIG,
                        "FILE",
                        "Configuration file. Default: slipway.yaml in the data folder."));
        for (Setting setting : Settings.named()) {
            command.addOption(flag(setting.flag(), "VALUE", setting.key().doc()));
        }
    }

    /** The given values by flag. */
    public static Map<String, String> in(ParseResult parsed) {
        Map<String, String> given = new LinkedHashMap<>();
        put(given, parsed, CONFIG);
        Settings.named().forEach(setting -> put(given, parsed, setting.flag()));
        return given;
    }

    private static void put(Map<String, String> given, ParseResult parsed, String flag) {
        if (parsed.hasMatchedOption(flag)) {
            given.put(flag, parsed.matchedOption(flag).getValue());
        }
    }

    private static OptionSpec flag(String name, String label, String doc) {
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(label)
                .description(doc)
                .build();
    }
}
