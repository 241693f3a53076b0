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
 * How a cluster is shared: its policy, and its teams with what each may have.
 *
 * <p>It also says what becomes of workloads that hold what others wait for and do nothing with it. The scheduler leaves
 * that to whoever runs them.
 *
 * <p>A document that says more than this takes the two keys into its own shape, reads it, and hands the values to
 * {@link #of}.
 *
 * @param idle what is written of that, by team
 */
public record ClusterSharing(
        SchedulingPolicy policy, List<TeamQuotas> teams, Map<TeamId, IdleRule> idle) {

    /** What nobody has changed. */
    public static final ClusterSharing DEFAULT =
            new ClusterSharing(SchedulingPolicy.DEFAULT, List.of(), Map.of());

    public static final SpecKey<BlockValues> SCHEDULE = PolicyBlock.KEY;
    public static final SpecKey<Map<String, BlockValues>> TEAMS = TeamBlocks.KEY;
    public static final BlockSchema SHAPE = BlockSchema.of(SCHEDULE, TEAMS);

    // The blocks within, for the reference.
    public static final BlockSchema SCHEDULE_SHAPE = PolicyBlock.SHAPE;
    public static final BlockSchema TEAM_SHAPE = TeamBlocks.TEAM;
    public static final BlockSchema QUOTA_SHAPE = TeamBlocks.OF_TYPE;

    public ClusterSharing {
        teams = List.copyOf(teams);
        idle = Map.copyOf(idle);
    }

    /**
     * Reads a document that holds nothing else, or throws one problem with all its mistakes.
     *
     * @param next what the problem says last: "Nothing was changed."
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
     * From a document that holds both keys among others.
     *
     * @param report hears of each contradiction; if there is any, what is returned is not to be used
     */
    public static ClusterSharing of(BlockValues blockValues, Consumer<Mistake> report) {
        return of(blockValues, report, TeamBlocks.AS_WRITTEN);
    }

    /**
     * The same where somebody else knows which team stands below which: what is written about parents does not count.
     * A team's parent is then the nearest one above it that is written here too.
     *
     * @param above the team above one
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

    /** As one would write it, with every key. Read again it gives the same rules. */
    public String toYaml() {
        return SharingYaml.of(this);
    }
}
