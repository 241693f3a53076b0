package slipway.identity;

import java.time.Instant;
import java.util.Optional;
import slipway.journal.Commit;
import slipway.journal.ModuleRequest;

/**
 * Decides requests. Pure: the same directory, request and time always give the same commit. The token is checked again
 * here against the newest state: it may have been revoked between authentication and decision.
 */
final class IdentityRules {

    private IdentityRules() {}

    static Commit decide(
            UserDirectory userDirectory,
            ModuleRequest<PreparedRequest> moduleRequest,
            Instant now) {
        return switch (moduleRequest.request()) {
            case PreparedRequest.OnBehalf by -> {
                Principal principal = TokenAuthenticator.recheck(userDirectory, by.token(), now);
                yield decide(
                        new RuleContext(
                                userDirectory, Optional.of(principal), moduleRequest.actor(), now),
                        by.action());
            }
            case PreparedRequest.SignInWithProvider arrive ->
                    SignOnRules.signIn(
                            systemContext(userDirectory, moduleRequest, now),
                            arrive.person(),
                            arrive.tokenHash());
            case PreparedRequest.CreateFirstAdmin(var tokenHash) ->
                    SystemRules.createFirstAdmin(
                            systemContext(userDirectory, moduleRequest, now), tokenHash);
            case PreparedRequest.FirstAdminShown _ ->
                    SystemRules.firstAdminShown(systemContext(userDirectory, moduleRequest, now));
            case PreparedRequest.Initialize(var tokenHash) ->
                    SystemRules.initialize(
                            systemContext(userDirectory, moduleRequest, now), tokenHash);
            case PreparedRequest.RecordUse note ->
                    SystemRules.recordUse(systemContext(userDirectory, moduleRequest, now), note);
        };
    }

    private static RuleContext systemContext(
            UserDirectory userDirectory,
            ModuleRequest<PreparedRequest> moduleRequest,
            Instant now) {
        return new RuleContext(userDirectory, Optional.empty(), moduleRequest.actor(), now);
    }

    private static Commit decide(RuleContext context, PreparedRequest.Action deed) {
        return switch (deed) {
            case PreparedRequest.Change(var identityRequest) -> decide(context, identityRequest);
            case PreparedRequest.CreateToken(var request, var tokenHash) ->
                    TokenRules.create(context, request, tokenHash);
            case PreparedRequest.OpenSession(var tokenHash) ->
                    TokenRules.openSession(context, tokenHash);
            case PreparedRequest.SetSecret set -> SecretRules.set(context, set);
        };
    }

    private static Commit decide(RuleContext context, IdentityRequest identityRequest) {
        return switch (identityRequest) {
            case IdentityRequest.CreateTeam create -> TeamRules.create(context, create);
            case IdentityRequest.ChangeTeam change -> TeamRules.change(context, change);
            case IdentityRequest.RemoveTeam(var team) -> TeamRules.remove(context, team);
            case IdentityRequest.CreatePerson create -> UserRules.create(context, create);
            case IdentityRequest.CreateAccount create -> UserRules.create(context, create);
            case IdentityRequest.ChangeUser change ->
                    requireAnAdmin(context, UserRules.change(context, change));
            case IdentityRequest.RemoveUser(var user) ->
                    requireAnAdmin(context, UserRules.remove(context, user));
            case IdentityRequest.SetRole set ->
                    requireAnAdmin(context, RoleRules.set(context, set));
            case IdentityRequest.RevokeToken(var token) -> TokenRules.revoke(context, token);
            case IdentityRequest.RemoveSecret(var team, var secret) ->
                    SecretRules.remove(context, team, secret);
        };
    }

    /** Refuses a commit that would leave no enabled person with the role admin in the team all. */
    private static Commit requireAnAdmin(RuleContext context, Commit commit) {
        if (context.directory.admins() > 0 && context.directory.after(commit).admins() == 0) {
            throw IdentityProblems.lastAdmin();
        }
        return commit;
    }
}
