package slipway.server.api.guard;

import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.UserId;

/** What is said of things that are not there, or no longer. */
final class Missing {

    static final Code NO_USER =
            Code.of(Kind.NOT_FOUND, "no-such-user", "Nobody goes by this name.");
    static final Code NO_TEAM =
            Code.of(
                    Kind.NOT_FOUND,
                    "no-such-team",
                    "There is no such team, or it is not for you to see.");
    static final Code NO_TOKEN =
            Code.of(Kind.NOT_FOUND, "no-such-token", "There is no such token of this user.");
    static final Code NO_SECRET =
            Code.of(Kind.NOT_FOUND, "no-such-secret", "The team has no secret of this name.");

    private Missing() {}

    static Problem team(TeamId team) {
        return new Problem(
                NO_TEAM,
                "There is no team '" + team + "'.",
                "It does not exist, or it is not for you to see.",
                "See which teams there are for you: slipway team list");
    }

    static Problem user(UserId user) {
        return new Problem(
                NO_USER,
                "There is nobody called '" + user + "'.",
                "No person and no service account goes by this name here.",
                "See who there is: slipway user list");
    }

    static Problem account(UserId account, TeamId team) {
        return new Problem(
                NO_USER,
                "There is no service account '" + account + "' of the team " + team + ".",
                "None goes by this name, or it belongs to another team.",
                "See which there are: slipway team show " + team);
    }

    static Problem token(String token) {
        return new Problem(
                NO_TOKEN,
                "There is no token '" + token + "'.",
                "It is not one of this user's, or it was removed.",
                "See which there are: slipway token list");
    }

    static Problem secret(String secret) {
        return new Problem(
                NO_SECRET,
                "There is no secret '" + secret + "'.",
                "It was removed, or never set.",
                "See which there are: slipway secret list");
    }
}
