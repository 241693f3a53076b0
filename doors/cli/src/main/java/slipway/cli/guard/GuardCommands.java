package slipway.cli.guard;

import picocli.CommandLine;
import slipway.cli.command.Group;
import slipway.cli.command.Shell;

/** {@code slipway team}, {@code user}, {@code token}, {@code secret} and {@code account}. */
public final class GuardCommands {

    private GuardCommands() {}

    public static CommandLine team(Shell shell) {
        return Group.of(
                "team",
                "Teams and who is what in them.",
                new TeamListCommand(shell),
                new TeamShowCommand(shell),
                new TeamAddCommand(shell),
                new TeamChangeCommand(shell),
                new TeamRoleCommand(shell),
                new TeamRemoveCommand(shell));
    }

    public static CommandLine user(Shell shell) {
        return Group.of(
                "user",
                "Everybody who can come in.",
                new UserListCommand(shell),
                new UserShowCommand(shell),
                new UserAddCommand(shell),
                new UserChangeCommand(shell),
                new UserDisableCommand(shell),
                new UserEnableCommand(shell));
    }

    public static CommandLine token(Shell shell) {
        return Group.of(
                "token",
                "What lets programs and command lines in.",
                new TokenListCommand(shell),
                new TokenNewCommand(shell),
                new TokenRenewCommand(shell),
                new TokenRevokeCommand(shell));
    }

    public static CommandLine secret(Shell shell) {
        return Group.of(
                "secret",
                "What the jobs of a team need and nobody may read.",
                new SecretListCommand(shell),
                new SecretSetCommand(shell),
                new SecretRemoveCommand(shell));
    }

    public static CommandLine account(Shell shell) {
        return Group.of(
                "account",
                "Service accounts: programs that act for a team.",
                new AccountListCommand(shell),
                new AccountAddCommand(shell),
                new AccountCloseCommand(shell));
    }
}
