package slipway.surface.people.commands;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.people.api.TokenView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.Tone;

/** What is said of a token. */
final class TokenText {

    private TokenText() {}

    static String purpose(TokenView token) {
        return token.session() ? "browser session" : token.label();
    }

    /** What it is cut down to. */
    static String limits(Optional<TeamId> within, Optional<List<Permission>> only) {
        List<String> limits = new ArrayList<>();
        within.ifPresent(team -> limits.add("in " + team));
        only.ifPresent(
                few ->
                        limits.add(
                                "only "
                                        + Format.list(
                                                few.stream().map(Permission::wireName).toList())));
        return limits.isEmpty() ? "none" : String.join(", ", limits);
    }

    static TableCell ends(TokenView token, TimeFormat timeFormat) {
        return token.expiresAt()
                .map(
                        at ->
                                at.isBefore(timeFormat.now())
                                        ? new TableCell(Tone.BAD, "ended " + timeFormat.time(at))
                                        : TableCell.of(timeFormat.time(at)))
                .orElseGet(() -> TableCell.of("when revoked"));
    }

    static String used(TokenView token, TimeFormat timeFormat) {
        Optional<Instant> at = token.usedAt();
        return at.map(
                        when ->
                                timeFormat.time(when)
                                        + token.usedFrom().map(from -> " from " + from).orElse(""))
                .orElse("never");
    }
}
