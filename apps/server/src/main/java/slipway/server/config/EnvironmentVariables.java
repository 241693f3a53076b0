package slipway.server.config;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.SpellingSuggestion;

/** The variables that begin with our prefix: which we know, and which look like a slip. */
final class EnvironmentVariables {

    /** Names the file to read; it cannot stand in that file. */
    static final String CONFIG = "SLIPWAY_CONFIG";

    /** Read by the launcher or the command line, or set around a running job: not settings, and no slips. */
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

    /** A warning for each variable that nobody reads. Their values are not shown: one may be a secret. */
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
        // The common prefix would make every name look near, so only what follows it is compared.
        String word = name.substring(Setting.PREFIX.length());
        List<String> words =
                known.stream()
                        .map(variable -> variable.substring(Setting.PREFIX.length()))
                        .toList();
        String meant =
                SpellingSuggestion.nearest(word, words)
                        .map(near -> " Did you mean " + Setting.PREFIX + near + "?")
                        .orElse("");
        return new Mistake(sourceLocation, "", "no such setting; it is not read." + meant);
    }
}
