package slipway.server.api.guard;

import java.util.List;
import java.util.Optional;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.guard.AccessControl;
import slipway.guard.Grant;
import slipway.guard.Principal;
import slipway.guard.Team;
import slipway.guard.TeamSecret;
import slipway.guard.Token;
import slipway.guard.User;
import slipway.guard.UserDirectory;
import slipway.wire.guard.TeamRoutes.MemberView;
import slipway.wire.guard.TeamRoutes.SecretView;
import slipway.wire.guard.TeamView;
import slipway.wire.guard.TokenView;
import slipway.wire.guard.UserView;

/** What may be seen of the room's things. */
final class PeopleViews {

    private PeopleViews() {}

    static TeamView team(Principal principal, UserDirectory userDirectory, Team team) {
        return new TeamView(
                team.id(),
                team.parent(),
                team.title(),
                userDirectory.membersOf(team.id()).size(),
                principal.role(team.id()).orElse(Role.VIEWER));
    }

    static UserView user(UserDirectory userDirectory, User user) {
        List<UserView.InTeam> roles =
                userDirectory
                        .rolesOf(user.id())
                        .values()
                        .flatMap(grant -> grant.role().map(role -> inTeam(grant, role)).stream())
                        .toList();
        return new UserView(
                user.id(),
                user.name(),
                user.email(),
                user.isService() ? UserView.Sort.SERVICE : UserView.Sort.PERSON,
                user.team(),
                user.enabled(),
                user.identity().isPresent(),
                roles);
    }

    private static UserView.InTeam inTeam(Grant grant, Role role) {
        return new UserView.InTeam(grant.team(), role);
    }

    static MemberView member(UserDirectory userDirectory, Grant grant, TeamId team) {
        return new MemberView(
                grant.holder(),
                grant.given(),
                grant.signOn(),
                userDirectory.role(grant.holder(), team).orElse(Role.VIEWER));
    }

    static TokenView token(AccessControl accessControl, Token token) {
        Optional<Token.Use> use = accessControl.lastUse(token.id());
        return new TokenView(
                token.id(),
                token.owner(),
                token.label(),
                token.scope().within(),
                token.scope().only().map(List::copyOf),
                token.made(),
                token.expires(),
                use.map(Token.Use::at),
                use.map(Token.Use::source),
                token.isSession());
    }

    static SecretView secret(TeamSecret teamSecret) {
        return new SecretView(teamSecret.name(), teamSecret.at(), teamSecret.setBy().value());
    }
}
