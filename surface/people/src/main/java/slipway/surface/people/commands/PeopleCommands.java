package slipway.surface.people.commands;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.CommandGroup;

/** {@code slipway team}, {@code user}, {@code token}, {@code secret} and {@code account}. */
public final class PeopleCommands {

    private PeopleCommands() {}

    public static CommandLine team(CommandEnvironment environment) {
        return CommandGroup.of(
                "team",
                "Manage teams and roles.",
                new TeamListCommand(environment),
                new TeamShowCommand(environment),
                new TeamAddCommand(environment),
                new TeamChangeCommand(environment),
                new TeamRoleCommand(environment),
                new TeamRemoveCommand(environment));
    }

    public static CommandLine user(CommandEnvironment environment) {
        return CommandGroup.of(
                "user",
                "Manage users.",
                new UserListCommand(environment),
                new UserShowCommand(environment),
                new UserAddCommand(environment),
                new UserChangeCommand(environment),
                new UserDisableCommand(environment),
                new UserEnableCommand(environment));
    }

    public static CommandLine token(CommandEnvironment environment) {
        return CommandGroup.of(
                "token",
                "Manage access tokens and browser sessions.",
                new TokenListCommand(environment),
                new TokenNewCommand(environment),
                new TokenRenewCommand(environment),
                new TokenRevokeCommand(environment));
    }

    public static CommandLine secret(CommandEnvironment environment) {
        return CommandGroup.of(
                "secret",
                "Manage the secrets of a team's jobs.",
                new SecretListCommand(environment),
                new SecretSetCommand(environment),
                new SecretRemoveCommand(environment));
    }

    public static CommandLine account(CommandEnvironment environment) {
        return CommandGroup.of(
                "account",
                "Manage service accounts: programs that act for a team.",
                new AccountListCommand(environment),
                new AccountAddCommand(environment),
                new AccountCloseCommand(environment));
    }
}
