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

/** Whose tokens a command is about: one's own, another person's, or those of a service account. */
final class TokenOwner {

    @Option(
            names = "--user",
            paramLabel = "USER",
            description = "Of this person; left out, of yourself.")
    private Optional<String> user = Optional.empty();

    @Option(
            names = "--account",
            paramLabel = "ACCOUNT",
            description = "Of this service account of the team.")
    private Optional<String> account = Optional.empty();

    @Option(names = "--team", paramLabel = "TEAM", description = "The team of the service account.")
    private Optional<String> team = Optional.empty();

    ApiCall<NoBody, ListPage<TokenView>> list() {
        return to(CurrentUserRoutes.TOKEN_LIST, UserRoutes.TOKENS, TeamRoutes.ACCOUNT_TOKENS);
    }

    ApiCall<NewToken, CreatedToken> make() {
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

    /** The part of a token's text that it goes by; whoever pastes more of it means the same. */
    static String name(String typed) {
        String bare = typed.replaceFirst("^slw_[a-z]+_", "").replaceFirst("…$", "");
        return bare.length() > 8 ? bare.substring(0, 8) : bare;
    }

    /** As the options are to be typed again, behind a command. */
    String words() {
        return user.map(name -> " --user " + name)
                .or(() -> account.map(name -> " --account " + name + " --team " + team.orElse("")))
                .orElse("");
    }

    /** Whose, behind a noun. */
    String of() {
        return user.or(() -> account).map(name -> " of " + name).orElse("");
    }

    private <Q, A> ApiCall<Q, A> to(Route<Q, A> own, Route<Q, A> ofUser, Route<Q, A> ofAccount) {
        if (user.isPresent() && account.isPresent()) {
            throw wrong(
                    "A token belongs to a person or to a service account, not to both.",
                    "Leave out --user or --account.");
        }
        if (account.isPresent() != team.isPresent()) {
            throw wrong(
                    "A service account is known by its name and its team.",
                    "Give both: --account ACCOUNT --team TEAM.");
        }
        if (account.isPresent()) {
            return ApiCall.to(ofAccount)
                    .with(PathParameter.TEAM, team.orElseThrow())
                    .with(PathParameter.ACCOUNT, account.get());
        }
        return user.map(name -> ApiCall.to(ofUser).with(PathParameter.USER, name))
                .orElseGet(() -> ApiCall.to(own));
    }

    private static Problem wrong(String why, String next) {
        return new Problem(
                UsageProblems.WRONG_USAGE, "It is not clear whose token is meant.", why, next);
    }
}
