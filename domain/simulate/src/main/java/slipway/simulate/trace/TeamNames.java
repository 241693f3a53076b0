package slipway.simulate.trace;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import slipway.base.NameSyntax;
import slipway.base.TeamId;

/** Converts team names of a trace to valid ones: {@code Vision_Lab} becomes {@code vision-lab}. */
final class TeamNames {

    private static final int LONGEST = 50;

    private final Map<String, TeamId> byText = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    TeamId of(String text) {
        return byText.computeIfAbsent(text, this::create);
    }

    private TeamId create(String text) {
        String plain = plain(text);
        String name = plain;
        for (int number = 2; !taken.add(name); number++) {
            name = plain + "-" + number;
        }
        return new TeamId(name);
    }

    /** Lower-case letters, digits and inner hyphens. */
    static String plain(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (NameSyntax.matches(lower) && lower.length() <= LONGEST) {
            return lower;
        }
        String fit = lower.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String cut = fit.substring(0, Math.min(LONGEST, fit.length())).replaceAll("-$", "");
        return cut.isEmpty() ? "team" : cut;
    }
}
