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
    static final Comparator<RunningJob> KEEPS_FIRST = RunningJob::keepsBefore;

    /** Whose claim counts first: those for whom others were stopped, then in the order in which they are served. */
    private static final Comparator<PendingJob> CLAIMS_FIRST =
            Comparator.<PendingJob>comparingInt(pendingJob -> pendingJob.holdsRoom() ? 0 : 1)
                    .thenComparing((one, other) -> one.line.order.compare(one, other));

    static final int UNLIMITED = Integer.MAX_VALUE;

    final TeamQuotas team;

    /** From the top of the tree down to this team. */
    final List<TeamShare> path;

    private final List<TeamShare> below = new ArrayList<>();

    /** What is guaranteed to it, and who runs on that. */
    final QuotaGuarantee guarantee;

    /** Its waiting, by form. */
    final Map<Integer, PendingGroup> lines = new TreeMap<>();

    /** Who runs for this team itself. */
    private final PreemptionOrder own = new PreemptionOrder();

    /** Those of them that can be overtaken, who has longest to go first. */
    private final RunningJob.Longest longest = new RunningJob.Longest();

    private final int[] ofPriority = new int[SchedulableWorkload.Priority.values().length];
    private final NavigableSet<RunningJob> elastic = new TreeSet<>(KEEPS_FIRST);
    private final Map<String, Integer> has = new HashMap<>();

    /** What of that belongs to those who were told to go. */
    private final Map<String, Integer> givenUp = new HashMap<>();

    private final InGaps gaps = new InGaps();

    /** For whom a place is kept, of this team and those below: what they will have counts before they have it. */
    final NavigableSet<PendingJob> holders = new TreeSet<>(CLAIMS_FIRST);

    /** A place is kept for somebody of this team or below, or no longer. */
    void holds(PendingJob holder, boolean kept) {
        if (kept) {
            holders.add(holder);
        } else {
            holders.remove(holder);
        }
        claimed += holder.holdsRoom() ? (kept ? holder.held() : -holder.held()) : 0;
        stand();
    }

    private final boolean limited;
    private int hasInAll;

    /** What is being cleared for its holders: it counts already. */
    private int claimed;

    private DecayedUsage used;

    /** What it had on average of late, as of the cycle under way. */
    private double average;

    private double standing;

    TeamShare(TeamQuotas teamQuotas, Optional<TeamShare> parent) {
        this.team = teamQuotas;
        this.used = teamQuotas.usage();
        this.guarantee = new QuotaGuarantee(teamQuotas, below);
        List<TeamShare> down = new ArrayList<>();
        parent.ifPresent(above -> down.addAll(above.path));
        down.add(this);
        this.path = List.copyOf(down);
        this.limited =
                path.stream()
                        .flatMap(teamShare -> teamShare.team.quotas().values().stream())
                        .anyMatch(quota -> quota.limit().isPresent());
        parent.ifPresent(above -> above.below.add(this));
    }

    String name() {
        return team.id().value();
    }

    DecayedUsage used() {
        return used;
    }

    int has(String type) {
        return type.equals(TeamQuotas.ANY) ? hasInAll : has.getOrDefault(type, 0);
    }

    static void enter(RunningJob runningJob) {
        runningJob.team.own.add(runningJob);
        runningJob.team.ofPriority[runningJob.priority()]++;
        runningJob.team.longest.add(runningJob);
        if (runningJob.form.ask().gang().isElastic()) {
            runningJob.team.elastic.add(runningJob);
        }
        TeamShare by = runningJob.team.guarantor(runningJob.type).orElse(runningJob.team);
        by.guarantee.take(runningJob, quotaFor(by.team, runningJob.type));
        runningJob.team.giveUp(runningJob, 1);
    }

    static void leave(RunningJob runningJob) {
        runningJob.team.own.strike(runningJob);
        runningJob.team.ofPriority[runningJob.priority()]--;
        runningJob.team.longest.strike(runningJob);
        if (runningJob.form.ask().gang().isElastic()) {
            runningJob.team.elastic.remove(runningJob);
        }
        TeamShare by = runningJob.team.guarantor(runningJob.type).orElse(runningJob.team);
        by.guarantee.give(runningJob, quotaFor(by.team, runningJob.type));
        runningJob.team.giveUp(runningJob, -1);
    }

    private void giveUp(RunningJob runningJob, int sign) {
        if (runningJob.givesUp() == 0 && runningJob.running().backfilledBefore().isEmpty()) {
            return;
        }
        for (TeamShare each : path) {
            for (String quota : List.of(runningJob.type, TeamQuotas.ANY)) {
                each.givenUp.merge(quota, sign * runningJob.givesUp(), Integer::sum);
                each.gaps.add(runningJob, quota, sign);
            }
        }
    }

    int givenUp(String quota) {
        return givenUp.getOrDefault(quota, 0);
    }

    /** What is kept for it beyond what those have who were let in before it, and who go when it comes. */
    int claim(PendingJob holder, String quota) {
        return gaps.claim(holder, quota);
    }

    /** Who runs for this team itself, those that it keeps longest first. */
    List<RunningJob> own() {
        return own.inOrder();
    }

    /** A tenant's rank is another from now on. */
    static void ranked(RunningJob runningJob, long rank) {
        runningJob.team.longest.remove(runningJob);
        runningJob.becomes(runningJob.running().withRank(rank));
        runningJob.team.longest.add(runningJob);
    }

    boolean runsBelow(int priority) {
        for (int each = 0; each < priority; each++) {
            if (ofPriority[each] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody of its own has so much longer to go that it could be overtaken. */
    boolean runsLonger(long rank) {
        return longest.reach(rank);
    }

    /** Some of them may have gone. */
    Iterable<RunningJob> longest() {
        return longest.inOrder();
    }

    /** Those of them that can change their size. */
    Iterable<RunningJob> elastic() {
        return List.copyOf(elastic);
    }

    /** What it has changes, here and above. */
    void add(String type, int thousandths) {
        for (TeamShare each : path) {
            each.has.merge(type, thousandths, Integer::sum);
            each.hasInAll += thousandths;
            each.stand();
        }
    }

    /** What it has had up to now is written down before it changes. */
    void settle(Instant now, Duration halfLife) {
        for (TeamShare each : path) {
            if (each.used.at().isBefore(now)) {
                each.used = new DecayedUsage(each.usedBy(now, halfLife), now);
            }
        }
    }

    /** Accelerator-seconds; what was used a half-life ago counts half. */
    private double usedBy(Instant now, Duration halfLife) {
        double seconds = Math.max(0, Duration.between(used.at(), now).toMillis() / 1e3);
        double left = StrictMath.exp(-seconds / tau(halfLife));
        return used.acceleratorSeconds() * left + hasInAll / 1e3 * tau(halfLife) * (1 - left);
    }

    private static double tau(Duration halfLife) {
        return halfLife.toMillis() / 1e3 / StrictMath.log(2);
    }

    void begin(Instant now, Duration halfLife) {
        average = usedBy(now, halfLife) / tau(halfLife);
        stand();
    }

    /**
     * How much of its due a team has: accelerators it has now and those it had on average of late, for its weight.
     * Both count, so that an afternoon's greed is remembered and a sudden one is seen.
     */
    private void stand() {
        standing = ((hasInAll + claimed) / 1e3 + average) / team.weight();
    }

    /** Whose turn it is: at the highest team where the two differ, the one that has less of its due. */
    static int turn(TeamShare one, TeamShare other) {
        int depth = Math.min(one.path.size(), other.path.size());
        for (int level = 0; level < depth; level++) {
            TeamShare mine = one.path.get(level);
            TeamShare its = other.path.get(level);
            if (mine != its) {
                int order = Double.compare(mine.standing, its.standing);
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
    void guarantees(String type, int thousandths) {
        guarantee.comesTo(type, thousandths);
    }

    int guarantee(String type) {
        return guarantee.of(quotaFor(team, type));
    }

    /** Thousandths the promised guarantee is above what it comes to at present. */
    int shortOf(String type) {
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
    boolean within(String type, int more, PendingJob by) {
        Optional<TeamShare> guarantor = guarantor(type);
        return more > 0
                && guarantor.isPresent()
                && guarantor.get().used(type, by) + more <= guarantor.get().guarantee(type);
    }

    /** What of its guarantee is in use or kept for those who come before this one. */
    private int used(String type, PendingJob by) {
        String quota = quotaFor(team, type);
        int used = guarantee.counted(quota, false);
        boolean after = false;
        for (PendingJob holder : holders) {
            // Others' claims come after its own, but not what is cleared for a team below by right.
            after |= holder == by && holder.heldType.equals(type);
            if (holder != by
                    && holder.isHeldOf(quota)
                    && (!after || holder.outranks(by) || isClearedBelow(holder))
                    && !isBefore(by, holder)
                    && isGuaranteed(holder, used, quota)) {
                used += guarantee.gaps.claim(holder, quota);
            }
        }
        return used + guarantee.gaps.claim(by, quota) - by.held();
    }

    private boolean isClearedBelow(PendingJob holder) {
        return holder.holdsRoom() && !isGuarantorOf(holder);
    }

    /** Whether its claim counts first, as it would if a place were kept for it as well. */
    private static boolean isBefore(PendingJob pendingJob, PendingJob holder) {
        return pendingJob.outranks(holder)
                || (!holder.holdsRoom() && pendingJob.line.order.compare(pendingJob, holder) < 0);
    }

    /** For whom room is being made within the guarantee, and who would borrow if so much more of it were in use. */
    List<PendingJob> bereft(String type, int more, PendingJob by) {
        if (holders.isEmpty()) {
            return List.of();
        }
        String quota = quotaFor(team, type);
        int left = guarantee(type) - guarantee.counted(quota, false);
        List<PendingJob> found = new ArrayList<>();
        for (PendingJob holder : holders) {
            if (holder != by
                    && holder.holdsRoom()
                    && holder.isHeldOf(quota)
                    && isGuarantorOf(holder)) {
                int before = left;
                left -= guarantee.gaps.claim(holder, quota);
                if (left >= 0 && left < more) {
                    found.add(holder);
                } else if (left < 0) {
                    left = before;
                }
            }
        }
        return found;
    }

    private boolean isGuarantorOf(PendingJob holder) {
        return holder.team().guarantor(holder.heldType).orElse(this) == this;
    }

    /** Who has others stopped for it counts as if it ran: whole, even if that is beyond what is guaranteed. */
    private boolean isGuaranteed(PendingJob holder, int used, String quota) {
        if (!isGuarantorOf(holder)) {
            return holder.holdsWithin();
        }
        return holder.holdsRoom()
                || used + guarantee.gaps.claim(holder, quota) <= guarantee.of(quota);
    }

    /** The team, this one or one above, whose limit so much more would break. */
    Optional<TeamShare> limitedBy(String type, int more) {
        for (TeamShare each : path.reversed()) {
            if (each.left(type) < more || each.left(TeamQuotas.ANY) < more) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** What the limit for this type leaves; {@link TeamQuotas#ANY} for that of all types together. */
    int left(String quota) {
        Quota limited = team.quotas().get(quota);
        return limited == null || limited.limit().isEmpty()
                ? UNLIMITED
                : limited.limit().getAsInt() - has(quota);
    }

    /** Whether a limit here holds for both types together. */
    boolean isLimiting(String type, String other) {
        return (type.equals(other) && left(type) != UNLIMITED) || left(TeamQuotas.ANY) != UNLIMITED;
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
