package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.schedule.snapshot.TeamQuotas.DecayedUsage;
import slipway.schedule.snapshot.TeamQuotas.Quota;

/** A team in the cluster index: its current use, its guarantee, and its recent use, which decides its fair share. */
final class TeamShare {

    /** The order in which a team keeps what it has: the highest priority, then the oldest. */
    static final Comparator<RunningJob> RETENTION_ORDER = RunningJob::compareRetention;

    /** Whose claim counts first: those for whom others were stopped, then in the order in which they are served. */
    private static final Comparator<PendingJob> CLAIM_ORDER =
            Comparator.<PendingJob>comparingInt(pendingJob -> pendingJob.reservesViaPreemption() ? 0 : 1)
                    .thenComparing((one, other) -> one.group.order.compare(one, other));

    static final int UNLIMITED = Integer.MAX_VALUE;

    final TeamQuotas team;

    /** From the top of the tree down to this team. */
    final List<TeamShare> path;

    private final List<TeamShare> below = new ArrayList<>();

    /** What is guaranteed to it, and who runs on that. */
    final QuotaGuarantee guarantee;

    /** Its waiting, by form. */
    final Map<Integer, PendingGroup> groups = new TreeMap<>();

    /** Who runs for this team itself. */
    private final RetentionOrder runningJobs = new RetentionOrder();

    /** Those of them that can be overtaken, who has longest to go first. */
    private final RunningJob.LongestFirst longestFirst = new RunningJob.LongestFirst();

    private final int[] countByPriority = new int[SchedulableWorkload.Priority.values().length];
    private final NavigableSet<RunningJob> elastic = new TreeSet<>(RETENTION_ORDER);
    private final Map<String, Integer> allocated = new HashMap<>();

    /** What of that belongs to those who were told to go. */
    private final Map<String, Integer> releasing = new HashMap<>();

    private final InGaps backfilledUse = new InGaps();

    /** For whom a place is kept, of this team and those below: what they will have counts before they have it. */
    final NavigableSet<PendingJob> reservationHolders = new TreeSet<>(CLAIM_ORDER);

    /** A place is kept for somebody of this team or below, or no longer. */
    void updateHolder(PendingJob holder, boolean reserved) {
        if (reserved) {
            reservationHolders.add(holder);
        } else {
            reservationHolders.remove(holder);
        }
        reservedViaPreemption += holder.reservesViaPreemption() ? (reserved ? holder.reservedThousandths() : -holder.reservedThousandths()) : 0;
        updateFairShare();
    }

    private final boolean limited;
    private int allocatedTotal;

    /** What is being cleared for its holders: it counts already. */
    private int reservedViaPreemption;

    private DecayedUsage decayedUsage;

    /** What it had on average of late, as of the cycle under way. */
    private double averageUse;

    private double fairShareUse;

    TeamShare(TeamQuotas teamQuotas, Optional<TeamShare> parent) {
        this.team = teamQuotas;
        this.decayedUsage = teamQuotas.usage();
        this.guarantee = new QuotaGuarantee(teamQuotas, below);
        List<TeamShare> ancestors = new ArrayList<>();
        parent.ifPresent(above -> ancestors.addAll(above.path));
        ancestors.add(this);
        this.path = List.copyOf(ancestors);
        this.limited =
                path.stream()
                        .flatMap(teamShare -> teamShare.team.quotas().values().stream())
                        .anyMatch(quota -> quota.limit().isPresent());
        parent.ifPresent(above -> above.below.add(this));
    }

    String name() {
        return team.id().value();
    }

    DecayedUsage decayedUsage() {
        return decayedUsage;
    }

    int allocated(String type) {
        return type.equals(TeamQuotas.ANY) ? allocatedTotal : allocated.getOrDefault(type, 0);
    }

    static void jobPlaced(RunningJob runningJob) {
        runningJob.team.runningJobs.add(runningJob);
        runningJob.team.countByPriority[runningJob.priority()]++;
        runningJob.team.longestFirst.add(runningJob);
        if (runningJob.requestClass.request().gang().isElastic()) {
            runningJob.team.elastic.add(runningJob);
        }
        TeamShare by = runningJob.team.guarantor(runningJob.type).orElse(runningJob.team);
        by.guarantee.add(runningJob, quotaFor(by.team, runningJob.type));
        runningJob.team.countReleasing(runningJob, 1);
    }

    static void jobRemoved(RunningJob runningJob) {
        runningJob.team.runningJobs.remove(runningJob);
        runningJob.team.countByPriority[runningJob.priority()]--;
        runningJob.team.longestFirst.markRemoved(runningJob);
        if (runningJob.requestClass.request().gang().isElastic()) {
            runningJob.team.elastic.remove(runningJob);
        }
        TeamShare by = runningJob.team.guarantor(runningJob.type).orElse(runningJob.team);
        by.guarantee.remove(runningJob, quotaFor(by.team, runningJob.type));
        runningJob.team.countReleasing(runningJob, -1);
    }

    private void countReleasing(RunningJob runningJob, int sign) {
        if (runningJob.releasing() == 0 && runningJob.running().backfilledBefore().isEmpty()) {
            return;
        }
        for (TeamShare each : path) {
            for (String quota : List.of(runningJob.type, TeamQuotas.ANY)) {
                each.releasing.merge(quota, sign * runningJob.releasing(), Integer::sum);
                each.backfilledUse.add(runningJob, quota, sign);
            }
        }
    }

    int releasing(String quota) {
        return releasing.getOrDefault(quota, 0);
    }

    /** What is kept for it beyond what those have who were let in before it, and who go when it comes. */
    int claim(PendingJob holder, String quota) {
        return backfilledUse.claim(holder, quota);
    }

    /** Who runs for this team itself, those that it keeps longest first. */
    List<RunningJob> runningJobs() {
        return runningJobs.inOrder();
    }

    /** A tenant's rank is another from now on. */
    static void rerank(RunningJob runningJob, long rank) {
        runningJob.team.longestFirst.remove(runningJob);
        runningJob.update(runningJob.running().withRank(rank));
        runningJob.team.longestFirst.add(runningJob);
    }

    boolean runsBelowPriority(int priority) {
        for (int each = 0; each < priority; each++) {
            if (countByPriority[each] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody of its own has so much longer to go that it could be overtaken. */
    boolean runsLonger(long rank) {
        return longestFirst.anyLongerThan(rank);
    }

    /** Some of them may have gone. */
    Iterable<RunningJob> longestFirst() {
        return longestFirst.inOrder();
    }

    /** Those of them that can change their size. */
    Iterable<RunningJob> elastic() {
        return List.copyOf(elastic);
    }

    /** What it has changes, here and above. */
    void addAllocated(String type, int thousandths) {
        for (TeamShare each : path) {
            each.allocated.merge(type, thousandths, Integer::sum);
            each.allocatedTotal += thousandths;
            each.updateFairShare();
        }
    }

    /** What it has had up to now is written down before it changes. */
    void settleUsage(Instant now, Duration halfLife) {
        for (TeamShare each : path) {
            if (each.decayedUsage.at().isBefore(now)) {
                each.decayedUsage = new DecayedUsage(each.usageAt(now, halfLife), now);
            }
        }
    }

    /** Accelerator-seconds; what was used a half-life ago counts half. */
    private double usageAt(Instant now, Duration halfLife) {
        double seconds = Math.max(0, Duration.between(decayedUsage.at(), now).toMillis() / 1e3);
        double left = StrictMath.exp(-seconds / tau(halfLife));
        return decayedUsage.acceleratorSeconds() * left + allocatedTotal / 1e3 * tau(halfLife) * (1 - left);
    }

    private static double tau(Duration halfLife) {
        return halfLife.toMillis() / 1e3 / StrictMath.log(2);
    }

    void beginCycle(Instant now, Duration halfLife) {
        averageUse = usageAt(now, halfLife) / tau(halfLife);
        updateFairShare();
    }

    /**
     * How much of its due a team has: accelerators it has now and those it had on average of late, for its weight.
     * Both count, so that an afternoon's greed is remembered and a sudden one is seen.
     */
    private void updateFairShare() {
        fairShareUse = ((allocatedTotal + reservedViaPreemption) / 1e3 + averageUse) / team.weight();
    }

    /** Whose turn it is: at the highest team where the two differ, the one that has less of its due. */
    static int compareFairShare(TeamShare one, TeamShare other) {
        int depth = Math.min(one.path.size(), other.path.size());
        for (int level = 0; level < depth; level++) {
            TeamShare mine = one.path.get(level);
            TeamShare its = other.path.get(level);
            if (mine != its) {
                int order = Double.compare(mine.fairShareUse, its.fairShareUse);
                return order != 0 ? order : mine.team.id().compareTo(its.team.id());
            }
        }
        return Integer.compare(one.path.size(), other.path.size());
    }

    /** The quota for a type: the one for that type, else the one for all together. */
    static String quotaFor(TeamQuotas teamQuotas, String type) {
        return teamQuotas.quotas().containsKey(type) ? type : TeamQuotas.ANY;
    }

    /** What the guarantee comes to while too few nodes are healthy for all of them. */
    void updateGuarantee(String type, int thousandths) {
        guarantee.effective(type, thousandths);
    }

    int guarantee(String type) {
        return guarantee.effective(quotaFor(team, type));
    }

    /** Thousandths the promised guarantee is above what it comes to at present. */
    int guaranteeShortfall(String type) {
        Quota quota = team.quotas().get(quotaFor(team, type));
        return quota == null ? 0 : quota.guarantee() - guarantee(type);
    }

    /** The team whose guarantee counts: this one, else the nearest above that has one. */
    Optional<TeamShare> guarantor(String type) {
        for (TeamShare each : path.reversed()) {
            if (each.team.quotas().containsKey(quotaFor(each.team, type))) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether so much more is within the guarantee, after what is kept for those who come before this one. */
    boolean fitsGuarantee(String type, int more, PendingJob by) {
        Optional<TeamShare> guarantor = guarantor(type);
        return more > 0
                && guarantor.isPresent()
                && guarantor.get().decayedUsage(type, by) + more <= guarantor.get().guarantee(type);
    }

    /** What of its guarantee is in use or kept for those who come before this one. */
    private int decayedUsage(String type, PendingJob by) {
        String quota = quotaFor(team, type);
        int used = guarantee.guaranteedUse(quota, false);
        boolean behind = false;
        for (PendingJob holder : reservationHolders) {
            // Others' claims come after its own, but not what is cleared for a team below by right.
            behind |= holder == by && holder.reservedType.equals(type);
            if (holder != by
                    && holder.reservesFrom(quota)
                    && (!behind || holder.outranks(by) || preemptsForTeamBelow(holder))
                    && !claimsBefore(by, holder)
                    && isGuaranteed(holder, used, quota)) {
                used += guarantee.backfilledUse.claim(holder, quota);
            }
        }
        return used + guarantee.backfilledUse.claim(by, quota) - by.reservedThousandths();
    }

    private boolean preemptsForTeamBelow(PendingJob holder) {
        return holder.reservesViaPreemption() && !isGuarantorOf(holder);
    }

    /** Whether its claim counts first, as it would if a place were kept for it as well. */
    private static boolean claimsBefore(PendingJob pendingJob, PendingJob holder) {
        return pendingJob.outranks(holder)
                || (!holder.reservesViaPreemption() && pendingJob.group.order.compare(pendingJob, holder) < 0);
    }

    /** For whom room is being made within the guarantee, and who would borrow if so much more of it were in use. */
    List<PendingJob> holdersLosingQuota(String type, int more, PendingJob by) {
        if (reservationHolders.isEmpty()) {
            return List.of();
        }
        String quota = quotaFor(team, type);
        int left = guarantee(type) - guarantee.guaranteedUse(quota, false);
        List<PendingJob> found = new ArrayList<>();
        for (PendingJob holder : reservationHolders) {
            if (holder != by
                    && holder.reservesViaPreemption()
                    && holder.reservesFrom(quota)
                    && isGuarantorOf(holder)) {
                int previous = left;
                left -= guarantee.backfilledUse.claim(holder, quota);
                if (left >= 0 && left < more) {
                    found.add(holder);
                } else if (left < 0) {
                    left = previous;
                }
            }
        }
        return found;
    }

    private boolean isGuarantorOf(PendingJob holder) {
        return holder.team().guarantor(holder.reservedType).orElse(this) == this;
    }

    /** Who has others stopped for it counts as if it ran: whole, even if that is beyond what is guaranteed. */
    private boolean isGuaranteed(PendingJob holder, int used, String quota) {
        if (!isGuarantorOf(holder)) {
            return holder.reservesWithinGuarantee();
        }
        return holder.reservesViaPreemption()
                || used + guarantee.backfilledUse.claim(holder, quota) <= guarantee.effective(quota);
    }

    /** The team, this one or one above, whose limit so much more would break. */
    Optional<TeamShare> limitedBy(String type, int more) {
        for (TeamShare each : path.reversed()) {
            if (each.leftUnderLimit(type) < more || each.leftUnderLimit(TeamQuotas.ANY) < more) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** What the limit for this type leaves; {@link TeamQuotas#ANY} for that of all types together. */
    int leftUnderLimit(String quota) {
        Quota limited = team.quotas().get(quota);
        return limited == null || limited.limit().isEmpty()
                ? UNLIMITED
                : limited.limit().getAsInt() - allocated(quota);
    }

    /** Whether a limit here holds for both types together. */
    boolean isLimiting(String type, String other) {
        return (type.equals(other) && leftUnderLimit(type) != UNLIMITED) || leftUnderLimit(TeamQuotas.ANY) != UNLIMITED;
    }

    /** Whether there is a limit here or above. */
    boolean isLimited() {
        return limited;
    }

    int limit(String type) {
        Quota own = team.quotas().get(type);
        Quota any = team.quotas().get(TeamQuotas.ANY);
        int byType = own == null ? Integer.MAX_VALUE : own.limit().orElse(Integer.MAX_VALUE);
        int byAny = any == null ? Integer.MAX_VALUE : any.limit().orElse(Integer.MAX_VALUE);
        return Math.min(byType, byAny);
    }

    /** Who would have to go if only what is guaranteed were left. */
    List<RunningJob> borrowers() {
        return guarantee.borrowers();
    }
}
