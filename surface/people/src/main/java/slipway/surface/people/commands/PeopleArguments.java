package slipway.surface.people.commands;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.base.WireNamed;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.surface.terminal.command.UsageProblems;

/** Parses command arguments. The problem of an unknown value lists the valid ones. */
final class PeopleArguments {

    private PeopleArguments() {}

    static TeamId team(String text) {
        return parseName("a team", text, TeamId::parse);
    }

    static UserId user(String text) {
        return parseName("a user", text, UserId::parse);
    }

    static Role role(String text) {
        return parseWord("role", text, Role.values());
    }

    static Permission permission(String text) {
        return parseWord("permission", text, Permission.values());
    }

    private static <T> T parseName(String what, String text, Function<String, Optional<T>> parse) {
        return parse.apply(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "'" + text + "' cannot be the name of " + what + ".",
                                        "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                                        "Choose another name."));
    }

    private static <T extends WireNamed> T parseWord(String what, String text, T[] all) {
        List<String> known = Arrays.stream(all).map(WireNamed::wireName).toList();
        return Arrays.stream(all)
                .filter(one -> one.wireName().equals(text))
                .findFirst()
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "There is no " + what + " '" + text + "'.",
                                        "Valid: "
                                                + Format.list(known)
                                                + "."
                                                + SpellingSuggestion.didYouMean(text, known),
                                        "See docs/reference/permissions.md"));
    }
}
