package slipway.server.platform;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import slipway.base.Mistake;
import slipway.base.PersistentSortedMap;
import slipway.base.TeamId;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.identity.UserDirectory;
import slipway.run.lifecycle.Shares;
import slipway.schedule.config.ClusterSharing;
import slipway.schedule.config.IdleRule;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.schedule.snapshot.TeamQuotas.Quota;
import slipway.server.config.Config;

/**
 * How the cluster is shared: guard says which teams there are and which stands below which, the settings say what each
 * may have. A team that the settings do not name has nothing guaranteed and no limit. One that guard does not know is
 * left out and told as a remark, not refused: the file is written before the first team is founded, and a team that is
 * removed must not keep the server from starting.
 */
final class SharingSource implements Supplier<Shares> {

    private final Config config;
    private final Supplier<UserDirectory> people;
    private final Supplier<List<String>> types;
    private volatile Optional<Found> last = Optional.empty();

    /** What came of one state of the teams and nodes. */
    private record Found(
            PersistentSortedMap<TeamId, slipway.identity.Team> teams,
            List<String> types,
            Shares shares,
            List<Mistake> remarks) {}

    /**
     * @param types of the accelerators that there are
     */
    SharingSource(Config config, Supplier<UserDirectory> people, Supplier<List<String>> types) {
        this.config = config;
        this.people = people;
        this.types = types;
    }

    @Override
    public Shares get() {
        return found().shares();
    }

    /** What was written and does not fit what there is. */
    List<Mistake> remarks() {
        return found().remarks();
    }

    private Found found() {
        UserDirectory now = people.get();
        List<String> there = types.get();
        Optional<Found> known =
                last.filter(seen -> seen.teams.equals(now.teams()) && seen.types.equals(there));
        Found found = known.orElseGet(() -> find(now, there));
        last = Optional.of(found);
        return found;
    }

    private Found find(UserDirectory now, List<String> there) {
        List<Mistake> remarks = new ArrayList<>();
        Function<TeamId, Optional<TeamId>> above =
                id -> now.teams().get(id).flatMap(slipway.identity.Team::parent);
        ClusterSharing clusterSharing = config.sharing(remarks::add, above);
        Map<TeamId, TeamQuotas> written =
                clusterSharing.teams().stream()
                        .collect(Collectors.toMap(TeamQuotas::id, Function.identity()));
        List<TeamQuotas> teams =
                now.teams()
                        .values()
                        .map(team -> team(team, Optional.ofNullable(written.get(team.id())), there))
                        .toList();
        new SharingRemarks(config, now).add(remarks);
        var shares = new Shares(clusterSharing.policy(), teams, idle(now, clusterSharing.idle()));
        return new Found(now.teams(), there, shares, List.copyOf(remarks));
    }

    /** With all that holds from the teams above. */
    static Map<TeamId, IdleRule> idle(UserDirectory now, Map<TeamId, IdleRule> written) {
        Map<TeamId, IdleRule> rules = new HashMap<>();
        now.teams()
                .values()
                .forEach(
                        team -> {
                            IdleRule rule = IdleRule.UNSET;
                            Optional<slipway.identity.Team> at = Optional.of(team);
                            while (at.isPresent()) {
                                TeamId id = at.get().id();
                                rule = rule.orElse(written.getOrDefault(id, IdleRule.UNSET));
                                at = at.get().parent().flatMap(now.teams()::get);
                            }
                            rules.put(team.id(), rule);
                        });
        return rules;
    }

    private static TeamQuotas team(
            slipway.identity.Team team, Optional<TeamQuotas> written, List<String> there) {
        TeamQuotas sharing = written.orElseGet(() -> TeamQuotas.of(team.id()));
        Map<String, Quota> quotas = new HashMap<>();
        sharing.quotas().forEach((name, quota) -> quotas.put(meant(name, there), quota));
        return new TeamQuotas(team.id(), team.parent(), quotas, sharing.weight(), sharing.usage());
    }

    /** A family's name means the type of it that is there; of several the usual one, for a quota is of one type. */
    static String meant(String name, List<String> there) {
        return there.stream()
                .filter(type -> type.equalsIgnoreCase(name))
                .findFirst()
                .or(
                        () ->
                                Catalog.bundled().typesFor(name).stream()
                                        .map(AcceleratorType::type)
                                        .filter(there::contains)
                                        .findFirst())
                .orElse(name);
    }
}
