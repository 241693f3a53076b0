package slipway.guard;

import java.time.Instant;
import java.util.Optional;
import slipway.journal.Commit;
import slipway.journal.ModuleRequest;

/**
 * How the room decides. Pure: the same people, order and time always give the same commit. Whoever asks is looked at
 * again here, against the newest state: between the door and the decision a token may have been revoked.
 */
final class Rules {

    private Rules() {}

    static Commit decide(People userDirectory, ModuleRequest<Order> moduleRequest, Instant now) {
        return switch (moduleRequest.request()) {
            case Order.By by -> {
                Visitor principal = Recognise.again(userDirectory, by.with(), now);
                yield decide(
                        new Case(userDirectory, Optional.of(principal), moduleRequest.actor(), now),
                        by.deed());
            }
            case Order.Arrive arrive ->
                    ArrivalRules.arrive(
                            house(userDirectory, moduleRequest, now), arrive.who(), arrive.print());
            case Order.Welcome(var print) ->
                    HouseRules.welcome(house(userDirectory, moduleRequest, now), print);
            case Order.Welcomed _ -> HouseRules.welcomed(house(userDirectory, moduleRequest, now));
            case Order.Open(var print) ->
                    HouseRules.open(house(userDirectory, moduleRequest, now), print);
            case Order.Note note -> HouseRules.note(house(userDirectory, moduleRequest, now), note);
        };
    }

    private static Case house(
            People userDirectory, ModuleRequest<Order> moduleRequest, Instant now) {
        return new Case(userDirectory, Optional.empty(), moduleRequest.actor(), now);
    }

    private static Commit decide(Case here, Order.Deed deed) {
        return switch (deed) {
            case Order.Plain(var identityRequest) -> decide(here, identityRequest);
            case Order.Make(var wish, var print) -> TokenRules.make(here, wish, print);
            case Order.OpenSession(var print) -> TokenRules.openSession(here, print);
            case Order.SetSecret set -> SecretRules.set(here, set);
        };
    }

    private static Commit decide(Case here, Request identityRequest) {
        return switch (identityRequest) {
            case Request.CreateTeam create -> TeamRules.create(here, create);
            case Request.ChangeTeam change -> TeamRules.change(here, change);
            case Request.RemoveTeam(var team) -> TeamRules.remove(here, team);
            case Request.CreatePerson create -> UserRules.create(here, create);
            case Request.CreateAccount create -> UserRules.create(here, create);
            case Request.ChangeUser change -> keepAnAdmin(here, UserRules.change(here, change));
            case Request.RemoveUser(var user) -> keepAnAdmin(here, UserRules.remove(here, user));
            case Request.SetRole set -> keepAnAdmin(here, RoleRules.set(here, set));
            case Request.RevokeToken(var token) -> TokenRules.revoke(here, token);
            case Request.RemoveSecret(var team, var secret) ->
                    SecretRules.remove(here, team, secret);
        };
    }

    /** Nobody can leave the house without somebody who may do everything. */
    private static Commit keepAnAdmin(Case here, Commit commit) {
        if (here.people.admins() > 0 && here.people.after(commit).admins() == 0) {
            throw Trouble.lastAdmin();
        }
        return commit;
    }
}
