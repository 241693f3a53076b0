package slipway.surface.people.commands;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.CommandGroup;

/** {@code slipway team}, {@code user}, {@code token}, {@code secret} and {@code account}. */
public final class PeopleCommands {

    private PeopleCommands() {}

    public static CommandLine team(CommandEnvironment commandEnvironment) {
        return CommandGroup.of(
                "team",
                "Teams and who is what in them.",
                new TeamListCommand(commandEnvironment),
                new TeamShowCommand(commandEnvironment),
                new TeamAddCommand(commandEnvironment),
                new TeamChangeCommand(commandEnvironment),
                new TeamRoleCommand(commandEnvironment),
                new TeamRemoveCommand(commandEnvironment));
    }

    public static CommandLine user(CommandEnvironment commandEnvironment) {
        return CommandGroup.of(
                "user",
                "Everybody who can come in.",
                new UserListCommand(commandEnvironment),
                new UserShowCommand(commandEnvironment),
                new UserAddCommand(commandEnvironment),
                new UserChangeCommand(commandEnvironment),
                new UserDisableCommand(commandEnvironment),
                new UserEnableCommand(commandEnvironment));
    }

    public static CommandLine token(CommandEnvironment commandEnvironment) {
        return CommandGroup.of(
                "token",
                "What lets programs and command lines in.",
                new TokenListCommand(commandEnvironment),
                new TokenNewCommand(commandEnvironment),
                new TokenRenewCommand(commandEnvironment),
                new TokenRevokeCommand(commandEnvironment));
    }

    public static CommandLine secret(CommandEnvironment commandEnvironment) {
        return CommandGroup.of(
                "secret",
                "What the jobs of a team need and nobody may read.",
                new SecretListCommand(commandEnvironment),
                new SecretSetCommand(commandEnvironment),
                new SecretRemoveCommand(commandEnvironment));
    }

    public static CommandLine account(CommandEnvironment commandEnvironment) {
        return CommandGroup.of(
                "account",
                "Service accounts: programs that act for a team.",
                new AccountListCommand(commandEnvironment),
                new AccountAddCommand(commandEnvironment),
                new AccountCloseCommand(commandEnvironment));
    }
}
