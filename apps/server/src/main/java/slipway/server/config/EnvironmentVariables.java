package slipway.server.config;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.SpellingSuggestion;

/** The variables with the prefix {@code SLIPWAY_}: known ones and probable typing errors. */
final class EnvironmentVariables {

    /** Names the configuration file, so it is no setting in that file. */
    static final String CONFIG = "SLIPWAY_CONFIG";

    /** Variables of the launcher, of the command line and of jobs, which are not settings. */
    private static final Set<String> OTHERS =
            Set.of(
                    CONFIG,
                    "SLIPWAY_AOT",
                    "SLIPWAY_BUILD",
                    "SLIPWAY_CONTEXT",
                    "SLIPWAY_HOME",
                    "SLIPWAY_JAVA_DIRS",
                    "SLIPWAY_JAVA_HOME",
                    "SLIPWAY_JAVA_OPTS",
                    "SLIPWAY_JDK",
                    "SLIPWAY_ATTEMPT",
                    "SLIPWAY_CHECKPOINT_DIR",
                    "SLIPWAY_RESUME_FROM",
                    "SLIPWAY_TEAM",
                    "SLIPWAY_TOKEN",
                    "SLIPWAY_URL");

    private static final Set<String> PREFIXES =
            Set.of("SLIPWAY_TEST_", "SLIPWAY_MAVEN_", "SLIPWAY_ADOPTIUM");

    private EnvironmentVariables() {}

    static Set<String> known() {
        var known = new TreeSet<>(OTHERS);
        Settings.named().forEach(setting -> known.add(setting.variable()));
        return known;
    }

    /** A warning for each unknown variable. Values are not shown, because one may be a secret. */
    static List<Mistake> unknown(Set<String> names) {
        Set<String> known = known();
        return names.stream()
                .filter(name -> name.startsWith(Setting.PREFIX) && !known.contains(name))
                .filter(name -> PREFIXES.stream().noneMatch(name::startsWith))
                .sorted()
                .map(name -> warning(name, known))
                .toList();
    }

    private static Mistake warning(String name, Set<String> known) {
        SourceLocation sourceLocation = SourceLocation.of("environment " + name);
        // Compares without the common prefix, which would make all names similar.
        String suffix = name.substring(Setting.PREFIX.length());
        List<String> suffixes =
                known.stream()
                        .map(variable -> variable.substring(Setting.PREFIX.length()))
                        .toList();
        String suggestion =
                SpellingSuggestion.nearest(suffix, suffixes)
                        .map(near -> " Did you mean " + Setting.PREFIX + near + "?")
                        .orElse("");
        return new Mistake(sourceLocation, "", "no such setting; it is not read." + suggestion);
    }
}
