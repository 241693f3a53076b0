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
import slipway.base.TeamId;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.schedule.snapshot.TeamQuotas.DecayedUsage;
import slipway.schedule.snapshot.TeamQuotas.Quota;

/**
 * A team in the cluster index: its current use, its guarantee, and its recent use, which decides its fair share: use a
 * half-life ago counts half.
 */
final class TeamShare {

    /** The order in which a team keeps what it has: the highest priority, then the oldest. */
    static final Comparator<RunningJob> RETENTION_ORDER = RunningJob::compareRetention;

    /** The order in which reservations claim the guarantee: those that preempt first, then in scheduling order. */
    private static final Comparator<PendingJob> CLAIM_ORDER =
            Comparator.<PendingJob>comparingInt(
                            pendingJob -> pendingJob.reservesViaPreemption() ? 0 : 1)
                    .thenComparing((one, other) -> one.group.order.compare(one, other));

    static final int UNLIMITED = Integer.MAX_VALUE;

    final TeamQuotas team;

    /** From the top of the tree down to this team. */
    final List<TeamShare> path;

    private final List<TeamShare> below = new ArrayList<>();

    /** Its guarantee, and the jobs that use it. */
    final QuotaGuarantee guarantee;

    /** Its pending jobs, by request class. */
    final Map<Integer, PendingGroup> groups = new TreeMap<>();

    /** The running jobs of this team itself. */
    private final RetentionOrder runningJobs = new RetentionOrder();

    /** The running jobs that can be overtaken, longest remaining first. */
    private final RunningJob.LongestFirst longestFirst = new RunningJob.LongestFirst();

    private final int[] countByPriority = new int[SchedulableWorkload.Priority.values().length];
    private final NavigableSet<RunningJob> elastic = new TreeSet<>(RETENTION_ORDER);
    private final Map<String, Integer> allocated = new HashMap<>();

    /** The part that departing jobs will release. */
    private final Map<String, Integer> releasing = new HashMap<>();

    private final QuotaGuarantee.BackfilledUse backfilledUse = new QuotaGuarantee.BackfilledUse();

    /** Holders of reservations in this team and below; what they reserve counts as theirs before they start. */
    final NavigableSet<PendingJob> reservationHolders = new TreeSet<>(CLAIM_ORDER);

    private final boolean limited;
    private int allocatedTotal;

    /** Capacity that preemption is freeing for its holders; it counts as used already. */
    private int reservedViaPreemption;

    private DecayedUsage decayedUsage;

    /** The average recent use, as of this cycle. */
    private double averageUse;

    private double fairShareUse;

    TeamShare(TeamQuotas team, Optional<TeamShare> parent) {
        this.team = team;
        this.decayedUsage = team.usage();
        this.guarantee = new QuotaGuarantee(team, below);
        List<TeamShare> ancestors = new ArrayList<>();
        parent.ifPresent(above -> ancestors.addAll(above.path));
        ancestors.add(this);
        this.path = List.copyOf(ancestors);
        this.limited =
                path.stream()
                        .flatMap(each -> each.team.quotas().values().stream())
                        .anyMatch(quota -> quota.limit().isPresent());
        parent.ifPresent(above -> above.below.add(this));
    }

    /** Adds or removes the holder of a reservation in this team or below. */
    void updateHolder(PendingJob holder, boolean reserved) {
        if (reserved) {
            reservationHolders.add(holder);
        } else {
            reservationHolders.remove(holder);
        }
        reservedViaPreemption +=
                holder.reservesViaPreemption()
                        ? (reserved ? holder.reservedThousandths() : -holder.reservedThousandths())
                        : 0;
        updateFairShare();
    }

    String name() {
        return team.id().value();
    }

    /** Whether this is that team or below it. */
    boolean isUnder(TeamId id) {
        return path.stream().anyMatch(each -> each.team.id().equals(id));
    }

    DecayedUsage decayedUsage() {
        return decayedUsage;
    }

    int allocated(String type) {
        return type.equals(TeamQuotas.ANY) ? allocatedTotal : allocated.getOrDefault(type, 0);
    }

    static void jobPlaced(RunningJob job) {
        job.team.runningJobs.add(job);
        job.team.countByPriority[job.priority()]++;
        job.team.longestFirst.add(job);
        if (job.requestClass.request().gang().isElastic()) {
            job.team.elastic.add(job);
        }
        TeamShare guarantor = job.team.guarantor(job.type).orElse(job.team);
        guarantor.guarantee.add(job, quotaFor(guarantor.team, job.type));
        job.team.countReleasing(job, 1);
    }

    static void jobRemoved(RunningJob job) {
        job.team.runningJobs.remove(job);
        job.team.countByPriority[job.priority()]--;
        job.team.longestFirst.markRemoved(job);
        if (job.requestClass.request().gang().isElastic()) {
            job.team.elastic.remove(job);
        }
        TeamShare guarantor = job.team.guarantor(job.type).orElse(job.team);
        guarantor.guarantee.remove(job, quotaFor(guarantor.team, job.type));
        job.team.countReleasing(job, -1);
    }

    private void countReleasing(RunningJob job, int sign) {
        if (job.releasing() == 0 && job.running().backfilledBefore().isEmpty()) {
            return;
        }
        for (TeamShare each : path) {
            for (String quota : List.of(job.type, TeamQuotas.ANY)) {
                each.releasing.merge(quota, sign * job.releasing(), Integer::sum);
                each.backfilledUse.add(job, quota, sign);
            }
        }
    }

    int releasing(String quota) {
        return releasing.getOrDefault(quota, 0);
    }

    /** The claim of the reservation beyond the use of jobs that are backfilled before its holder. */
    int claim(PendingJob holder, String quota) {
        return backfilledUse.claim(holder, quota);
    }

    /** The running jobs of this team itself, in retention order. */
    List<RunningJob> runningJobs() {
        return runningJobs.inOrder();
    }

    /** Gives a running job another rank. */
    static void rerank(RunningJob job, long rank) {
        job.team.longestFirst.remove(job);
        job.update(job.running().withRank(rank));
        job.team.longestFirst.add(job);
    }

    boolean runsBelowPriority(int priority) {
        for (int each = 0; each < priority; each++) {
            if (countByPriority[each] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether a job of this team has a longer remaining runtime than this rank and could be overtaken. */
    boolean runsLonger(long rank) {
        return longestFirst.anyLongerThan(rank);
    }

    /** In order; may contain jobs that have ended. */
    Iterable<RunningJob> longestFirst() {
        return longestFirst.inOrder();
    }

    /** The running jobs of elastic gangs. */
    Iterable<RunningJob> elastic() {
        return List.copyOf(elastic);
    }

    /** Changes the allocation of this team and those above. */
    void addAllocated(String type, int thousandths) {
        for (TeamShare each : path) {
            each.allocated.merge(type, thousandths, Integer::sum);
            each.allocatedTotal += thousandths;
            each.updateFairShare();
        }
    }

    /** Advances the usage of this team and those above to now, before an allocation changes. */
    void settleUsage(Instant now, Duration halfLife) {
        for (TeamShare each : path) {
            if (each.decayedUsage.at().isBefore(now)) {
                each.decayedUsage =
                        each.decayedUsage.advancedTo(now, halfLife, each.allocatedTotal);
            }
        }
    }

    void beginCycle(Instant now, Duration halfLife) {
        averageUse = decayedUsage.advancedTo(now, halfLife, allocatedTotal).average(halfLife);
        updateFairShare();
    }

    /**
     * The use that fair share compares: current allocation plus average recent use, divided by the weight. Both count,
     * so that heavy use is remembered and a sudden burst is seen at once.
     */
    private void updateFairShare() {
        fairShareUse =
                ((allocatedTotal + reservedViaPreemption) / 1e3 + averageUse) / team.weight();
    }

    /** Fair share between two teams: at the highest level where they differ, the one with less use comes first. */
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

    /** The key of the quota for a type: that type's own, else the one for all types together. */
    static String quotaFor(TeamQuotas team, String type) {
        return team.quotas().containsKey(type) ? type : TeamQuotas.ANY;
    }

    /** Updates the effective guarantee: it shrinks while too few nodes are healthy. */
    void updateGuarantee(String type, int thousandths) {
        guarantee.effective(type, thousandths);
    }

    int guarantee(String type) {
        return guarantee.effective(quotaFor(team, type));
    }

    /** By how many thousandths the effective guarantee is below the configured one. */
    int guaranteeShortfall(String type) {
        Quota quota = team.quotas().get(quotaFor(team, type));
        return quota == null ? 0 : quota.guarantee() - guarantee(type);
    }

    /** The team whose guarantee applies: this one, else the nearest above that has one. */
    Optional<TeamShare> guarantor(String type) {
        for (TeamShare each : path.reversed()) {
            if (each.team.quotas().containsKey(quotaFor(each.team, type))) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether this much more fits the guarantee, after the reservations of jobs that come before this one. */
    boolean fitsGuarantee(String type, int more, PendingJob by) {
        Optional<TeamShare> guarantor = guarantor(type);
        return more > 0
                && guarantor.isPresent()
                && guarantor.get().guaranteeUse(type, by) + more <= guarantor.get().guarantee(type);
    }

    /** The part of the guarantee that is used, or reserved for jobs that come before this one. */
    private int guaranteeUse(String type, PendingJob by) {
        String quota = quotaFor(team, type);
        int used = guarantee.guaranteedUse(quota, false);
        boolean behind = false;
        for (PendingJob holder : reservationHolders) {
            // Claims after its own do not count, unless they preempt for a team below within its
            // guarantee.
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

    /** Whether the job would claim the guarantee before the holder if it had a reservation too. */
    private static boolean claimsBefore(PendingJob pendingJob, PendingJob holder) {
        return pendingJob.outranks(holder)
                || (!holder.reservesViaPreemption()
                        && pendingJob.group.order.compare(pendingJob, holder) < 0);
    }

    /** The holders that preempt within the guarantee and would have to borrow if this much more of it were used. */
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

    /** A holder that preempts counts as if it ran, even beyond the guarantee. */
    private boolean isGuaranteed(PendingJob holder, int used, String quota) {
        if (!isGuarantorOf(holder)) {
            return holder.reservesWithinGuarantee();
        }
        return holder.reservesViaPreemption()
                || used + guarantee.backfilledUse.claim(holder, quota)
                        <= guarantee.effective(quota);
    }

    /** The team, this one or one above, whose limit this much more would exceed. */
    Optional<TeamShare> limitedBy(String type, int more) {
        for (TeamShare each : path.reversed()) {
            if (each.leftUnderLimit(type) < more || each.leftUnderLimit(TeamQuotas.ANY) < more) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The rest of the limit for this type; {@link TeamQuotas#ANY} for the limit of all types together. */
    int leftUnderLimit(String quota) {
        Quota limited = team.quotas().get(quota);
        return limited == null || limited.limit().isEmpty()
                ? UNLIMITED
                : limited.limit().getAsInt() - allocated(quota);
    }

    /** Whether one limit of this team applies to both types. */
    boolean isLimiting(String type, String other) {
        return (type.equals(other) && leftUnderLimit(type) != UNLIMITED)
                || leftUnderLimit(TeamQuotas.ANY) != UNLIMITED;
    }

    /** Whether this team or one above has a limit. */
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
}
