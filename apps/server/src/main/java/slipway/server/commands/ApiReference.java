package slipway.server.commands;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.cli.AllRoutes;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.RouteAccess;

/** The pages about the API, written from the routes themselves. */
final class ApiReference {

    private ApiReference() {}

    static String api() {
        return """
                # API

                Every route of the server, as it is declared. The same as an OpenAPI 3.1 document is at
                `/openapi.json`. Send `Authorization: Bearer TOKEN`; errors are `application/problem+json` with a
                `code` from [problems.md](problems.md). A list answers `{"items": [...], "next": "..."}`: send `next`
                as `after` to go on, until there is none. A POST with an `Idempotency-Key` may be sent again: it is
                done once. What each permission means and who has it: [permissions.md](permissions.md).

                | Route | Needs | What it does |
                |---|---|---|
                """
                + AllRoutes.LIST.stream().map(ApiReference::row).collect(Collectors.joining())
                + AllRoutes.LIST.stream().map(ApiReference::section).collect(Collectors.joining());
    }

    private static String row(Route<?, ?> route) {
        return "| [`%s %s`](#%s) | %s | %s |\n"
                .formatted(route.verb(), route.path(), route.name(), needs(route), route.summary());
    }

    private static String needs(Route<?, ?> route) {
        return switch (route.access()) {
            case RouteAccess.Public() -> "nothing";
            case RouteAccess.SignedIn() -> "a token";
            case RouteAccess.InTeam(var permission) ->
                    "`" + permission.wireName() + "` in the team";
            case RouteAccess.Anywhere(var permission) ->
                    "`" + permission.wireName() + "` in any team";
            case RouteAccess.Everywhere(var permission) ->
                    "`" + permission.wireName() + "` everywhere";
        };
    }

    private static String section(Route<?, ?> route) {
        var text = new StringBuilder("\n## " + route.name() + "\n\n");
        text.append("`").append(route).append("` · needs ").append(needs(route)).append(". ");
        text.append(route.summary()).append("\n");
        parameters(text, route);
        if (route.hasRequest()) {
            json(text, "Send", route.request().example().toPrettyString());
        }
        switch (route.kind()) {
            case EMPTY -> text.append("\nAnswers 204, without a body.\n");
            case OTHER -> text.append("\nAnswers with a text of its own, not JSON of this API.\n");
            case EVENTS ->
                    json(
                            text,
                            "With `Accept: text/event-stream` it goes on for ever, each event with its number as id;"
                                    + " `Last-Event-ID` goes on from there. Otherwise it answers 200",
                            route.answer().example().toPrettyString());
            case JSON ->
                    json(
                            text,
                            "Answers " + ApiConventions.status(route),
                            route.answer().example().toPrettyString());
        }
        return text.toString();
    }

    private static void parameters(StringBuilder text, Route<?, ?> route) {
        List<String> parts = route.parts();
        if (parts.isEmpty() && route.query().keys().isEmpty()) {
            return;
        }
        text.append("\n| Parameter | In | What it is |\n|---|---|---|\n");
        for (String name : parts) {
            text.append(
                    "| `%s` | path | %s |\n".formatted(name, PathParameter.named(name).meaning()));
        }
        route.query()
                .keys()
                .forEach(
                        specKey ->
                                text.append(
                                        "| `%s` | query | %s It is %s. |\n"
                                                .formatted(
                                                        specKey.name(),
                                                        specKey.doc(),
                                                        specKey.type().description())));
    }

    private static void json(StringBuilder text, String lead, String example) {
        text.append("\n").append(lead).append(":\n\n```json\n").append(example).append("\n```\n");
    }

    static String permissions() {
        return """
                # Permissions

                A person has a role in a team, and with it in every team below. Roles add up: each may do all that the
                one before it may. A token can be cut down to one team and to some permissions; it never has more
                than its owner. A team in which you have no role does not exist for you.

                | Role | What it is |
                |---|---|
                """
                + Arrays.stream(Role.values())
                        .map(role -> "| `%s` | %s |\n".formatted(role.wireName(), role.meaning()))
                        .collect(Collectors.joining())
                + "\n| Permission | From this role on | What it allows |\n|---|---|---|\n"
                + Arrays.stream(Permission.values())
                        .map(
                                one ->
                                        "| `%s` | %s | %s |\n"
                                                .formatted(
                                                        one.wireName(),
                                                        one.leastRole().wireName(),
                                                        one.meaning()))
                        .collect(Collectors.joining());
    }
}
