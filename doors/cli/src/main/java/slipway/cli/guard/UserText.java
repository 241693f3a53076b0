package slipway.cli.guard;

import java.util.List;
import slipway.base.Format;
import slipway.cli.terminal.TableCell;
import slipway.cli.terminal.Tone;
import slipway.wire.guard.UserView;

/** What is said of somebody, the same in lists and on their own. */
final class UserText {

    private UserText() {}

    static String roles(List<UserView.InTeam> roles) {
        return Format.list(
                roles.stream().map(it -> it.role().word() + " in " + it.team()).toList());
    }

    static String sort(UserView user) {
        return user.of().map(team -> "service account of " + team).orElse("person");
    }

    static TableCell state(UserView user) {
        return user.enabled()
                ? new TableCell(Tone.GOOD, "let in")
                : new TableCell(Tone.BAD, "shut out");
    }

    static String way(UserView user) {
        return user.signedOn() ? "single sign-on" : "tokens";
    }
}
