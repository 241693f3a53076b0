package slipway.surface.people.commands;

import java.util.List;
import slipway.base.text.Format;
import slipway.surface.api.people.TeamRole;
import slipway.surface.people.api.UserView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.Tone;

/** Describes a user, the same in lists and details. */
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
                ? new TableCell(Tone.GOOD, "enabled")
                : new TableCell(Tone.BAD, "disabled");
    }

    static String signInMethod(UserView user) {
        return user.signedOn() ? "single sign-on" : "tokens";
    }
}
