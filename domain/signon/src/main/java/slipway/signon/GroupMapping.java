package slipway.signon;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.Role;
import slipway.base.SourceLocation;
import slipway.base.TeamId;
import slipway.base.text.SpellingSuggestion;
import slipway.spec.ParseResult;

/**
 * Maps groups of the provider to roles. Each line maps one group: {@code ml-research = language:member}; empty lines
 * and lines that begin with # are ignored. A group may have several lines. The last = separates, so that a name such as
 * {@code CN=ml,OU=groups} needs no quotes.
 */
public record GroupMapping(List<Rule> rules) {

    /** Every member of the group has the role in the team. */
    public record Rule(String group, TeamId team, Role role) {

        @Override
        public String toString() {
            return group + " = " + team + ":" + role.wireName();
        }
    }

    public static final GroupMapping NONE = new GroupMapping(List.of());

    static final ProblemCode INVALID =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "invalid-group-mapping",
                    "The mapping of groups to roles has mistakes; each is listed with its line.");

    public GroupMapping {
        rules = List.copyOf(rules);
    }

    /**
     * Parses all rules, or throws one problem with all mistakes.
     *
     * @param source the name of the text in the problem: {@code sign_on.groups}
     */
    public static GroupMapping parse(String text, String source) {
        var rules = new ArrayList<Rule>();
        var mistakes = new ArrayList<Mistake>();
        List<String> lines = text.lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            var sourceLocation = new SourceLocation(source, at + 1, 1);
            String line = lines.get(at).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                switch (rule(line)) {
                    case ParseResult.Parsed<Rule>(Rule rule) -> rules.add(rule);
                    case ParseResult.Rejected<Rule>(String because) ->
                            mistakes.add(new Mistake(sourceLocation, "", because));
                }
            }
        }
        if (!mistakes.isEmpty()) {
            throw Mistakes.problem(
                    INVALID, source, mistakes, "It gives no roles until they are corrected.");
        }
        return new GroupMapping(rules);
    }

    /** Parses a setting; the mistakes have one sentence each. */
    public static ParseResult<GroupMapping> read(String text) {
        try {
            return ParseResult.parsed(parse(text, "groups"));
        } catch (Problem wrong) {
            return ParseResult.rejected(
                    String.join(
                            " ",
                            wrong.mistakes().stream()
                                    .map(one -> "Line " + one.location().line() + ": " + one.text())
                                    .toList()));
        }
    }

    /** The highest role in each team; empty when none of the groups is mapped. */
    public SortedMap<TeamId, Role> roles(Set<String> groups) {
        var roles = new TreeMap<TeamId, Role>();
        for (Rule rule : rules) {
            if (groups.contains(rule.group())) {
                roles.merge(
                        rule.team(),
                        rule.role(),
                        (one, other) -> one.compareTo(other) < 0 ? other : one);
            }
        }
        return roles;
    }

    private static ParseResult<Rule> rule(String line) {
        int equals = line.lastIndexOf('=');
        String group = equals < 0 ? "" : line.substring(0, equals).strip();
        String[] given = line.substring(equals + 1).strip().split(":", -1);
        if (group.isEmpty() || given.length != 2) {
            return ParseResult.rejected("\"" + line + "\" is not of the form group = team:role.");
        }
        Optional<TeamId> team = TeamId.parse(given[0].strip());
        String word = given[1].strip();
        Optional<Role> role =
                EnumSet.allOf(Role.class).stream()
                        .filter(one -> one.wireName().equals(word))
                        .findFirst();
        if (team.isEmpty()) {
            return ParseResult.rejected(
                    "\""
                            + given[0].strip()
                            + "\" cannot be a team's name: 1 to 63 lower-case letters, digits and inner hyphens.");
        }
        return role.<ParseResult<Rule>>map(
                        known -> ParseResult.parsed(new Rule(group, team.get(), known)))
                .orElseGet(() -> ParseResult.rejected(unknownRole(word)));
    }

    private static String unknownRole(String word) {
        List<String> known = Arrays.stream(Role.values()).map(Role::wireName).toList();
        return "\""
                + word
                + "\" is not a role ("
                + String.join(", ", known)
                + ")."
                + SpellingSuggestion.didYouMean(word.toLowerCase(Locale.ROOT), known);
    }
}
