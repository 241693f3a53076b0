package slipway.surface.people.commands;

import java.util.List;
import slipway.base.text.Format;
import slipway.surface.api.people.TeamRole;
import slipway.surface.people.api.UserView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.Tone;

/** What is said of somebody, the same in lists and on their own. */
final class UserText {

    private UserText() {}

    static String roles(List<TeamRole> roles) {
        return Format.list(
                roles.stream().map(it -> it.role().wireName() + " in " + it.team()).toList());
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
