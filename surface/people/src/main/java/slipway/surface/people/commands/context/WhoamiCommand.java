package slipway.surface.people.commands.context;

import java.util.List;
import picocli.CommandLine.Command;
import slipway.base.Permission;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.people.MeRoute;
import slipway.surface.api.people.TeamRole;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway whoami}. */
@Command(
        name = "whoami",
        description = "Show your user name, server, roles and restrictions.",
        footer = {
            "",
            "Examples",
            "  slipway whoami                  on the current server",
            "  slipway whoami --context lab    on another one",
            "  slipway whoami --json           as JSON"
        })
public final class WhoamiCommand extends RemoteCommand {

    public WhoamiCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        show(ApiCall.to(MeRoute.ME), this::printText);
    }

    private void printText(MeRoute.Me me) {
        ServerContext server = context();
        String shown = terminal().plain(me.shown());
        String name = me.user().toString();
        say("You are " + name + (shown.equals(name) ? "" : " (" + shown + ")") + ".");
        terminal()
                .show(
                        FactList.of()
                                .with("server", server.url() + " (context " + server.name() + ")")
                                .with("roles", roles(me))
                                .with(
                                        "restricted to",
                                        me.within().map(it -> it + " and the teams below it"))
                                .with("permissions", me.only().map(WhoamiCommand::permissions)));
    }

    private static String permissions(List<Permission> permissions) {
        return Format.list(permissions.stream().map(Permission::wireName).toList());
    }

    private static String roles(MeRoute.Me me) {
        return me.roles().isEmpty()
                ? "none; an admin can grant one: slipway team role TEAM " + me.user() + " member"
                : Format.list(me.roles().stream().map(WhoamiCommand::role).toList());
    }

    private static String role(TeamRole role) {
        return role.role().wireName() + " in " + role.team();
    }
}
