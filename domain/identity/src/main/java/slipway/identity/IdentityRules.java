package slipway.identity;

import java.time.Instant;
import java.util.Optional;
import slipway.journal.Commit;
import slipway.journal.ModuleRequest;

/**
 * How the room decides. Pure: the same people, order and time always give the same commit. Whoever asks is looked at
 * again here, against the newest state: between the door and the decision a token may have been revoked.
 */
final class IdentityRules {

    private IdentityRules() {}

    static Commit decide(
            UserDirectory userDirectory,
            ModuleRequest<PreparedRequest> moduleRequest,
            Instant now) {
        return switch (moduleRequest.request()) {
            case PreparedRequest.By by -> {
                Principal principal = TokenAuthenticator.again(userDirectory, by.with(), now);
                yield decide(
                        new RuleContext(
                                userDirectory, Optional.of(principal), moduleRequest.actor(), now),
                        by.deed());
            }
            case PreparedRequest.Arrive arrive ->
                    SignOnRules.arrive(
                            house(userDirectory, moduleRequest, now), arrive.who(), arrive.print());
            case PreparedRequest.Welcome(var print) ->
                    SystemRules.welcome(house(userDirectory, moduleRequest, now), print);
            case PreparedRequest.Welcomed _ ->
                    SystemRules.welcomed(house(userDirectory, moduleRequest, now));
            case PreparedRequest.Open(var print) ->
                    SystemRules.open(house(userDirectory, moduleRequest, now), print);
            case PreparedRequest.Note note ->
                    SystemRules.note(house(userDirectory, moduleRequest, now), note);
        };
    }

    private static RuleContext house(
            UserDirectory userDirectory,
            ModuleRequest<PreparedRequest> moduleRequest,
            Instant now) {
        return new RuleContext(userDirectory, Optional.empty(), moduleRequest.actor(), now);
    }

    private static Commit decide(RuleContext here, PreparedRequest.Deed deed) {
        return switch (deed) {
            case PreparedRequest.Plain(var identityRequest) -> decide(here, identityRequest);
            case PreparedRequest.Make(var wish, var print) -> TokenRules.make(here, wish, print);
            case PreparedRequest.OpenSession(var print) -> TokenRules.openSession(here, print);
            case PreparedRequest.SetSecret set -> SecretRules.set(here, set);
        };
    }

    private static Commit decide(RuleContext here, IdentityRequest identityRequest) {
        return switch (identityRequest) {
            case IdentityRequest.CreateTeam create -> TeamRules.create(here, create);
            case IdentityRequest.ChangeTeam change -> TeamRules.change(here, change);
            case IdentityRequest.RemoveTeam(var team) -> TeamRules.remove(here, team);
            case IdentityRequest.CreatePerson create -> UserRules.create(here, create);
            case IdentityRequest.CreateAccount create -> UserRules.create(here, create);
            case IdentityRequest.ChangeUser change ->
                    keepAnAdmin(here, UserRules.change(here, change));
            case IdentityRequest.RemoveUser(var user) ->
                    keepAnAdmin(here, UserRules.remove(here, user));
            case IdentityRequest.SetRole set -> keepAnAdmin(here, RoleRules.set(here, set));
            case IdentityRequest.RevokeToken(var token) -> TokenRules.revoke(here, token);
            case IdentityRequest.RemoveSecret(var team, var secret) ->
                    SecretRules.remove(here, team, secret);
        };
    }

    /** Nobody can leave the house without somebody who may do everything. */
    private static Commit keepAnAdmin(RuleContext here, Commit commit) {
        if (here.people.admins() > 0 && here.people.after(commit).admins() == 0) {
            throw IdentityProblems.lastAdmin();
        }
        return commit;
    }
}
