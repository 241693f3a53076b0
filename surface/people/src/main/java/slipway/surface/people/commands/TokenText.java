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

/** Describes a token. */
final class TokenText {

    private TokenText() {}

    static String purpose(TokenView token) {
        return token.session() ? "browser session" : token.label();
    }

    /** The restrictions of a token. */
    static String limits(Optional<TeamId> within, Optional<List<Permission>> only) {
        List<String> limits = new ArrayList<>();
        within.ifPresent(team -> limits.add("in " + team));
        only.ifPresent(
                permissions ->
                        limits.add(
                                permissions.isEmpty()
                                        ? "only to sign in, once"
                                        : "only "
                                                + Format.list(
                                                        permissions.stream()
                                                                .map(Permission::wireName)
                                                                .toList())));
        return limits.isEmpty() ? "none" : String.join(", ", limits);
    }

    static TableCell expires(TokenView token, TimeFormat times) {
        return token.expiresAt()
                .map(
                        at ->
                                at.isBefore(times.now())
                                        ? new TableCell(Tone.BAD, "expired " + times.time(at))
                                        : TableCell.of(times.time(at)))
                .orElseGet(() -> TableCell.of("when revoked"));
    }

    static String lastUsed(TokenView token, TimeFormat times) {
        Optional<Instant> at = token.usedAt();
        return at.map(
                        when ->
                                times.time(when)
                                        + token.usedFrom().map(from -> " from " + from).orElse(""))
                .orElse("never");
    }
}
