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
 * The home page: workloads, or first steps and checks of the machine on a fresh install.
 *
 * @param fresh whether the first administrator is the only user
 * @param work running and pending workloads; empty until one was submitted
 * @param alert a warning about the machine for all users
 */
public record HomePage(
        boolean fresh,
        long people,
        long teams,
        List<NextStep> steps,
        List<CheckItem> checks,
        Optional<HomeWorkloads> work,
        Optional<String> alert) {

    /**
     * The machine and the server.
     *
     * @param database the product name
     * @param reachable whether other machines can connect
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
     * @param alert a warning if little space is left
     */
    public record Storage(Bytes free, Optional<String> alert) {}

    static HomePage of(VisibleWorkloads visibleWorkloads, Machine machine) {
        Principal principal = visibleWorkloads.principal();
        long people = userCount(principal);
        long teams = visibleTeams(principal).count();
        boolean fresh = people <= 1 && teams == 0;
        boolean submitted =
                !visibleWorkloads.live().isEmpty() || !visibleWorkloads.ended().isEmpty();
        return new HomePage(
                fresh,
                people,
                teams,
                firstSteps(),
                machineChecks(machine),
                submitted ? Optional.of(HomeWorkloads.of(visibleWorkloads)) : Optional.empty(),
                machine.storage().alert());
    }

    private static Stream<TeamId> visibleTeams(Principal principal) {
        return principal
                .directory()
                .teams()
                .keys()
                .filter(team -> !team.equals(TeamId.ALL) && principal.sees(team));
    }

    /** The number of users with a role in a team that the viewer sees. */
    private static long userCount(Principal principal) {
        return Stream.concat(Stream.of(TeamId.ALL).filter(principal::sees), visibleTeams(principal))
                .flatMap(team -> principal.directory().membersOf(team).keys())
                .distinct()
                .flatMap(user -> principal.directory().users().get(user).stream())
                .filter(user -> !user.isService())
                .count();
    }

    private static List<NextStep> firstSteps() {
        return List.of(
                new NextStep(
                        "Create a team",
                        "A team owns members, secrets and workloads. Create one, then add users.",
                        "slipway team add vision"),
                new NextStep(
                        "Add a user",
                        "Add a user, grant a role and hand over a token; or set up single sign-on.",
                        "slipway user add mira --team vision"),
                new NextStep(
                        "Run a workload",
                        "A script is enough. It is queued and run, and its log is shown; this page updates itself.",
                        "slipway run train.py --team vision"));
    }

    private static List<CheckItem> machineChecks(Machine machine) {
        boolean enough = machine.storage().alert().isEmpty();
        String storage = Format.bytes(machine.storage().free()) + " free";
        return List.of(
                enough
                        ? CheckItem.well("Storage", storage)
                        : CheckItem.open("Storage", storage + ", which is low"),
                CheckItem.well("Database", machine.database()),
                machine.reachable()
                        ? CheckItem.well(
                                "Address", machine.address() + ", reachable from other machines")
                        : CheckItem.open(
                                "Address",
                                machine.address() + ", reachable from this machine only"),
                machine.singleSignOn()
                        ? CheckItem.well("Sign-in", "single sign-on and tokens")
                        : CheckItem.open("Sign-in", "token only; single sign-on is not set up"));
    }
}
