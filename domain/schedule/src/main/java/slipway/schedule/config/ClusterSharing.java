package slipway.schedule.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.TeamId;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Document;
import slipway.spec.SpecKey;

/**
 * How a cluster is shared: the scheduling policy, and the teams with their quotas.
 *
 * <p>It also holds the idle rules: what happens to workloads that hold accelerators without using them. The scheduler
 * does not read them; the run module enforces them.
 *
 * <p>A document with more keys adds these two to its own schema, reads it, and passes the values to {@link #of}.
 *
 * @param idle the configured idle rules, by team
 */
public record ClusterSharing(
        SchedulingPolicy policy, List<TeamQuotas> teams, Map<TeamId, IdleRule> idle) {

    /** The default configuration. */
    public static final ClusterSharing DEFAULT =
            new ClusterSharing(SchedulingPolicy.DEFAULT, List.of(), Map.of());

    public static final SpecKey<BlockValues> SCHEDULE = PolicyBlock.KEY;
    public static final SpecKey<Map<String, BlockValues>> TEAMS = TeamBlocks.KEY;
    public static final BlockSchema SHAPE = BlockSchema.of(SCHEDULE, TEAMS);

    // The nested blocks, for the reference.
    public static final BlockSchema SCHEDULE_SHAPE = PolicyBlock.SHAPE;
    public static final BlockSchema TEAM_SHAPE = TeamBlocks.TEAM;
    public static final BlockSchema QUOTA_SHAPE = TeamBlocks.OF_TYPE;

    public ClusterSharing {
        teams = List.copyOf(teams);
        idle = Map.copyOf(idle);
    }

    /**
     * Reads a document that has only these keys, or throws one problem with all mistakes.
     *
     * @param next the last sentence of the problem: "Nothing was changed."
     */
    public static ClusterSharing read(Document document, String next) {
        List<Mistake> mistakes = new ArrayList<>();
        ClusterSharing clusterSharing = of(SHAPE.read(document, next), mistakes::add);
        if (!mistakes.isEmpty()) {
            throw Mistakes.problem(BlockSchema.INVALID_DOCUMENT, document.name(), mistakes, next);
        }
        return clusterSharing;
    }

    /**
     * Reads the two keys of a larger document.
     *
     * @param report receives each contradiction; if there is any, the result must not be used
     */
    public static ClusterSharing of(BlockValues blockValues, Consumer<Mistake> report) {
        return of(blockValues, report, TeamBlocks.AS_WRITTEN);
    }

    /**
     * Reads the two keys where the team tree is known from elsewhere: configured parents are ignored. A team's parent
     * is then the nearest one above it that is configured too.
     *
     * @param above the team above another
     */
    public static ClusterSharing of(
            BlockValues blockValues,
            Consumer<Mistake> report,
            Function<TeamId, Optional<TeamId>> above) {
        Set<String> written = blockValues.find(TEAMS).orElse(Map.of()).keySet();
        return of(blockValues, report, (id, _) -> nearest(above.apply(id), written, above));
    }

    private static Optional<TeamId> nearest(
            Optional<TeamId> from, Set<String> written, Function<TeamId, Optional<TeamId>> above) {
        Optional<TeamId> at = from;
        while (at.filter(team -> !written.contains(team.value())).isPresent()) {
            at = at.flatMap(above);
        }
        return at;
    }

    private static ClusterSharing of(
            BlockValues blockValues, Consumer<Mistake> report, QuotaTreeCheck.ParentLookup above) {
        return new ClusterSharing(
                PolicyBlock.policy(blockValues.get(SCHEDULE), report),
                TeamBlocks.teams(blockValues, above, report),
                TeamBlocks.idle(blockValues, report));
    }

    /** As YAML with every key. Reading it again gives an equal value. */
    public String toYaml() {
        return SharingYaml.of(this);
    }
}
