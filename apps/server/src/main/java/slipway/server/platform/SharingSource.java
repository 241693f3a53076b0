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
 * Combines the team hierarchy of identity with the configured quotas. A team without settings has no guarantee and no
 * limit. Settings for a missing team are ignored with a remark, not refused: the file may be written before the first
 * team is created, and a deleted team must not block the start.
 */
final class SharingSource implements Supplier<Shares> {

    private final Config config;
    private final Supplier<UserDirectory> directory;
    private final Supplier<List<String>> types;
    private volatile Optional<Result> last = Optional.empty();

    /** The result for one state of teams and nodes. */
    private record Result(
            PersistentSortedMap<TeamId, slipway.identity.Team> teams,
            List<String> types,
            Shares shares,
            List<Mistake> remarks) {}

    /**
     * @param types the installed accelerator types
     */
    SharingSource(Config config, Supplier<UserDirectory> directory, Supplier<List<String>> types) {
        this.config = config;
        this.directory = directory;
        this.types = types;
    }

    @Override
    public Shares get() {
        return result().shares();
    }

    /** Settings that contradict the existing teams. */
    List<Mistake> remarks() {
        return result().remarks();
    }

    private Result result() {
        UserDirectory now = directory.get();
        List<String> installed = types.get();
        Optional<Result> known =
                last.filter(
                        previous ->
                                previous.teams.equals(now.teams())
                                        && previous.types.equals(installed));
        Result result = known.orElseGet(() -> compute(now, installed));
        last = Optional.of(result);
        return result;
    }

    private Result compute(UserDirectory now, List<String> installed) {
        List<Mistake> remarks = new ArrayList<>();
        Function<TeamId, Optional<TeamId>> parentOf =
                id -> now.teams().get(id).flatMap(slipway.identity.Team::parent);
        ClusterSharing clusterSharing = config.sharing(remarks::add, parentOf);
        Map<TeamId, TeamQuotas> configured =
                clusterSharing.teams().stream()
                        .collect(Collectors.toMap(TeamQuotas::id, Function.identity()));
        List<TeamQuotas> teams =
                now.teams()
                        .values()
                        .map(
                                team ->
                                        team(
                                                team,
                                                Optional.ofNullable(configured.get(team.id())),
                                                installed))
                        .toList();
        new SharingRemarks(config, now).add(remarks);
        var shares = new Shares(clusterSharing.policy(), teams, idle(now, clusterSharing.idle()));
        return new Result(now.teams(), installed, shares, List.copyOf(remarks));
    }

    /** The idle rules, inherited from parent teams. */
    static Map<TeamId, IdleRule> idle(UserDirectory now, Map<TeamId, IdleRule> configured) {
        Map<TeamId, IdleRule> rules = new HashMap<>();
        now.teams()
                .values()
                .forEach(
                        team -> {
                            IdleRule rule = IdleRule.UNSET;
                            Optional<slipway.identity.Team> ancestor = Optional.of(team);
                            while (ancestor.isPresent()) {
                                TeamId id = ancestor.get().id();
                                rule = rule.orElse(configured.getOrDefault(id, IdleRule.UNSET));
                                ancestor = ancestor.get().parent().flatMap(now.teams()::get);
                            }
                            rules.put(team.id(), rule);
                        });
        return rules;
    }

    private static TeamQuotas team(
            slipway.identity.Team team, Optional<TeamQuotas> configured, List<String> installed) {
        TeamQuotas sharing = configured.orElseGet(() -> TeamQuotas.of(team.id()));
        Map<String, Quota> quotas = new HashMap<>();
        sharing.quotas().forEach((name, quota) -> quotas.put(resolveType(name, installed), quota));
        return new TeamQuotas(team.id(), team.parent(), quotas, sharing.weight(), sharing.usage());
    }

    /** Resolves a family name to its installed type; of several, to the most common one in the catalog. */
    static String resolveType(String name, List<String> installed) {
        return installed.stream()
                .filter(type -> type.equalsIgnoreCase(name))
                .findFirst()
                .or(
                        () ->
                                Catalog.bundled().typesFor(name).stream()
                                        .map(AcceleratorType::type)
                                        .filter(installed::contains)
                                        .findFirst())
                .orElse(name);
    }
}
