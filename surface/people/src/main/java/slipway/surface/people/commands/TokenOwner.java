package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.NewToken;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TokenView;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.terminal.command.UsageProblems;

/** The owner of the tokens that a command works on: the caller, another person or a service account. */
final class TokenOwner {

    @Option(names = "--user", paramLabel = "USER", description = "The person. Default: yourself.")
    private Optional<String> user = Optional.empty();

    @Option(names = "--account", paramLabel = "ACCOUNT", description = "The service account.")
    private Optional<String> account = Optional.empty();

    @Option(names = "--team", paramLabel = "TEAM", description = "The team of the service account.")
    private Optional<String> team = Optional.empty();

    ApiCall<NoBody, ListPage<TokenView>> list() {
        return to(CurrentUserRoutes.TOKEN_LIST, UserRoutes.TOKENS, TeamRoutes.ACCOUNT_TOKENS);
    }

    ApiCall<NewToken, CreatedToken> create() {
        return to(
                CurrentUserRoutes.TOKEN_MAKE, UserRoutes.TOKEN_MAKE, TeamRoutes.ACCOUNT_TOKEN_MAKE);
    }

    ApiCall<NoBody, NoBody> revoke(String token) {
        return to(
                        CurrentUserRoutes.TOKEN_REVOKE,
                        UserRoutes.TOKEN_REVOKE,
                        TeamRoutes.ACCOUNT_TOKEN_REVOKE)
                .with(PathParameter.TOKEN, name(token));
    }

    /** The name of a token: eight characters of its text. A longer part of the text is accepted too. */
    static String name(String typed) {
        String bare = typed.replaceFirst("^slw_[a-z]+_", "").replaceFirst("…$", "");
        return bare.length() > 8 ? bare.substring(0, 8) : bare;
    }

    /** The options that select this owner, to append to a command. */
    String options() {
        return user.map(name -> " --user " + name)
                .or(() -> account.map(name -> " --account " + name + " --team " + team.orElse("")))
                .orElse("");
    }

    /** {@code " of mira"}, to append to a noun; empty for the caller. */
    String of() {
        return user.or(() -> account).map(name -> " of " + name).orElse("");
    }

    private <Q, A> ApiCall<Q, A> to(Route<Q, A> own, Route<Q, A> ofUser, Route<Q, A> ofAccount) {
        if (user.isPresent() && account.isPresent()) {
            throw ambiguous(
                    "A token belongs to a person or to a service account, not to both.",
                    "Omit --user or --account.");
        }
        if (account.isPresent() != team.isPresent()) {
            throw ambiguous(
                    "A service account is identified by its name and its team.",
                    "Use both: --account ACCOUNT --team TEAM.");
        }
        if (account.isPresent()) {
            return ApiCall.to(ofAccount)
                    .with(PathParameter.TEAM, team.orElseThrow())
                    .with(PathParameter.ACCOUNT, account.get());
        }
        return user.map(name -> ApiCall.to(ofUser).with(PathParameter.USER, name))
                .orElseGet(() -> ApiCall.to(own));
    }

    private static Problem ambiguous(String why, String next) {
        return new Problem(
                UsageProblems.WRONG_USAGE, "The owner of the token is ambiguous.", why, next);
    }
}
