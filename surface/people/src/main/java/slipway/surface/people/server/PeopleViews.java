package slipway.surface.people.server;

import java.util.List;
import java.util.Optional;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.identity.AccessControl;
import slipway.identity.Grant;
import slipway.identity.Principal;
import slipway.identity.Team;
import slipway.identity.TeamSecret;
import slipway.identity.Token;
import slipway.identity.User;
import slipway.identity.UserDirectory;
import slipway.surface.api.people.TeamRole;
import slipway.surface.people.api.TeamRoutes.MemberView;
import slipway.surface.people.api.TeamRoutes.SecretView;
import slipway.surface.people.api.TeamView;
import slipway.surface.people.api.TokenView;
import slipway.surface.people.api.UserView;

/** Makes the views of teams, users, tokens and secrets. */
final class PeopleViews {

    private PeopleViews() {}

    static TeamView team(Principal principal, UserDirectory directory, Team team) {
        return new TeamView(
                team.id(),
                team.parent(),
                team.title(),
                directory.membersOf(team.id()).size(),
                principal.role(team.id()).orElse(Role.VIEWER));
    }

    static UserView user(UserDirectory directory, User user) {
        List<TeamRole> roles =
                directory
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

    private static TeamRole inTeam(Grant grant, Role role) {
        return new TeamRole(grant.team(), role);
    }

    static MemberView member(UserDirectory directory, Grant grant, TeamId team) {
        return new MemberView(
                grant.holder(),
                grant.given(),
                grant.signOn(),
                directory.role(grant.holder(), team).orElse(Role.VIEWER));
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

    static SecretView secret(TeamSecret secret) {
        return new SecretView(secret.name(), secret.at(), secret.setBy().value());
    }
}
