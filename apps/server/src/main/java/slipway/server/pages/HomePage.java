package slipway.server.pages;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.identity.Principal;
import slipway.surface.run.server.pages.VisibleWorkloads;
import slipway.surface.web.component.CheckItem;
import slipway.surface.web.component.NextStep;

/**
 * What home shows: how the house is, what to do next, and what was found.
 *
 * @param begins whether nobody but the first admin is here yet
 * @param work what runs and waits; empty while nothing was ever submitted
 * @param alert what everybody should know of the machine
 */
public record HomePage(
        boolean begins,
        long people,
        long teams,
        List<NextStep> steps,
        List<CheckItem> checks,
        Optional<HomeWorkloads> work,
        Optional<String> alert) {

    /**
     * What is known of the machine and the server.
     *
     * @param database as a person calls it
     * @param reachable whether other machines may come
     */
    public record Machine(
            String database,
            Storage storage,
            String address,
            boolean reachable,
            boolean singleSignOn) {}

    /**
     * The disk that holds the data.
     *
     * @param alert says that little is left, when that is so
     */
    public record Storage(Bytes free, Optional<String> alert) {}

    static HomePage of(VisibleWorkloads visibleWorkloads, Machine machine) {
        Principal principal = visibleWorkloads.principal();
        long people = people(principal);
        long teams = seen(principal).count();
        boolean begins = people <= 1 && teams == 0;
        boolean worked = !visibleWorkloads.live().isEmpty() || !visibleWorkloads.ended().isEmpty();
        return new HomePage(
                begins,
                people,
                teams,
                firstSteps(),
                found(machine),
                worked ? Optional.of(HomeWorkloads.of(visibleWorkloads)) : Optional.empty(),
                machine.storage().alert());
    }

    private static Stream<TeamId> seen(Principal principal) {
        return principal
                .directory()
                .teams()
                .keys()
                .filter(team -> !team.equals(TeamId.ALL) && principal.sees(team));
    }

    /** Those who have a role in a team that the visitor sees. */
    private static long people(Principal principal) {
        return Stream.concat(Stream.of(TeamId.ALL).filter(principal::sees), seen(principal))
                .flatMap(team -> principal.directory().membersOf(team).keys())
                .distinct()
                .flatMap(user -> principal.directory().users().get(user).stream())
                .filter(user -> !user.isService())
                .count();
    }

    private static List<NextStep> firstSteps() {
        return List.of(
                new NextStep(
                        "Let your team in",
                        "A team owns people, secrets and all that will run. Add one, then invite people.",
                        "slipway team add vision"),
                new NextStep(
                        "Invite somebody",
                        "Add a person, give a role, and hand over a token; or connect your single sign-on.",
                        "slipway user add mira --team vision"),
                new NextStep(
                        "Run something",
                        "A script is enough. It waits for its turn, runs, and shows its log; this page follows.",
                        "slipway run train.py --team vision"));
    }

    private static List<CheckItem> found(Machine machine) {
        boolean room = machine.storage().alert().isEmpty();
        String storage = Format.bytes(machine.storage().free()) + " free";
        return List.of(
                room
                        ? CheckItem.well("Storage", storage)
                        : CheckItem.open("Storage", storage + ", which is little"),
                CheckItem.well("Database", machine.database()),
                machine.reachable()
                        ? CheckItem.well("Address", machine.address() + ", for other machines too")
                        : CheckItem.open("Address", machine.address() + ", for this machine alone"),
                machine.singleSignOn()
                        ? CheckItem.well("Sign-in", "single sign-on and tokens")
                        : CheckItem.open("Sign-in", "by token; single sign-on is not set up"));
    }
}
