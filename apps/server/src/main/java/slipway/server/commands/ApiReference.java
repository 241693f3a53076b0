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

/** The reference pages of API and permissions, generated from the declared routes. */
final class ApiReference {

    private ApiReference() {}

    static String api() {
        return """
                # API

                All routes of the server. `/openapi.json` contains them as an OpenAPI 3.1 document. Send
                `Authorization: Bearer TOKEN`. Errors are `application/problem+json` with a `code` from
                [problems.md](problems.md). A list returns `{"items": [...], "next": "..."}`: pass `next` as `after`
                to get the next page; the last page has no `next`. A POST with an `Idempotency-Key` can be repeated
                safely: it is executed once. Permissions are described in [permissions.md](permissions.md).

                | Route | Requires | Description |
                |---|---|---|
                """
                + AllRoutes.LIST.stream().map(ApiReference::row).collect(Collectors.joining())
                + AllRoutes.LIST.stream().map(ApiReference::section).collect(Collectors.joining());
    }

    private static String row(Route<?, ?> route) {
        return "| [`%s %s`](#%s) | %s | %s |\n"
                .formatted(
                        route.verb(),
                        route.path(),
                        route.name(),
                        requirement(route),
                        route.summary());
    }

    private static String requirement(Route<?, ?> route) {
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
        text.append("`")
                .append(route)
                .append("` · requires ")
                .append(requirement(route))
                .append(". ");
        text.append(route.summary()).append("\n");
        parameters(text, route);
        if (route.hasRequest()) {
            json(text, "Request body", route.request().example().toPrettyString());
        }
        switch (route.kind()) {
            case EMPTY -> text.append("\nReturns 204 without a body.\n");
            case OTHER -> text.append("\nReturns text or HTML instead of JSON.\n");
            case EVENTS ->
                    json(
                            text,
                            "With `Accept: text/event-stream` the response is an endless stream. The id of an event is"
                                    + " its number; `Last-Event-ID` resumes after it. Otherwise returns 200",
                            route.answer().example().toPrettyString());
            case JSON ->
                    json(
                            text,
                            "Returns " + ApiConventions.status(route),
                            route.answer().example().toPrettyString());
        }
        return text.toString();
    }

    private static void parameters(StringBuilder text, Route<?, ?> route) {
        List<String> parts = route.parts();
        if (parts.isEmpty() && route.query().keys().isEmpty()) {
            return;
        }
        text.append("\n| Parameter | In | Description |\n|---|---|---|\n");
        for (String name : parts) {
            text.append(
                    "| `%s` | path | %s |\n".formatted(name, PathParameter.named(name).meaning()));
        }
        route.query()
                .keys()
                .forEach(
                        key ->
                                text.append(
                                        "| `%s` | query | %s Type: %s. |\n"
                                                .formatted(
                                                        key.name(),
                                                        key.doc(),
                                                        key.type().description())));
    }

    private static void json(StringBuilder text, String lead, String example) {
        text.append("\n").append(lead).append(":\n\n```json\n").append(example).append("\n```\n");
    }

    static String permissions() {
        return """
                # Permissions

                A user has a role in a team and in all its subteams. Each role includes the permissions of the roles
                above it in the table. A token can be restricted to one team and to some permissions; it never has
                more than its owner. Teams in which you have no role are hidden: they return 404.

                | Role | Description |
                |---|---|
                """
                + Arrays.stream(Role.values())
                        .map(role -> "| `%s` | %s |\n".formatted(role.wireName(), role.meaning()))
                        .collect(Collectors.joining())
                + "\n| Permission | Lowest role | Description |\n|---|---|---|\n"
                + Arrays.stream(Permission.values())
                        .map(
                                permission ->
                                        "| `%s` | %s | %s |\n"
                                                .formatted(
                                                        permission.wireName(),
                                                        permission.leastRole().wireName(),
                                                        permission.meaning()))
                        .collect(Collectors.joining());
    }
}
