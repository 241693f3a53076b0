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
import slipway.schedule.picture.Team;
import slipway.schedule.picture.Team.Quota;
import slipway.schedule.picture.Team.Used;

/** A team as the board keeps it: what it has, what it is guaranteed at present, and what it used of late. */
final class Share {

    /** The order in which a team keeps what it has: the highest priority, then the oldest. */
    static final Comparator<Tenant> KEEPS_FIRST =
            Comparator.<Tenant>comparingInt(
                            tenant -> -tenant.workload().manner().priority().level())
                    .thenComparingLong(Tenant::start)
                    .thenComparing(Tenant::id);

    final Team team;

    /** From the top of the tree down to this team. */
    final List<Share> path;

    /** Its waiting, by form. */
    final Map<Integer, Line> lines = new TreeMap<>();

    /** Who runs on its guarantee, by the quota that counts for them. */
    private final Map<String, NavigableSet<Tenant>> tenants = new TreeMap<>();

    private final NavigableSet<Tenant> own = new TreeSet<>(KEEPS_FIRST);
    private final NavigableSet<Tenant> elastic = new TreeSet<>(KEEPS_FIRST);
    private final Map<String, Integer> has = new HashMap<>();
    private final Map<String, Integer> effective = new HashMap<>();
    private final Map<String, Integer> claimed = new HashMap<>();
    private int hasInAll;
    private Used used;

    /** What it had on average of late, as of the cycle under way. */
    private double average;

    Share(Team team, Optional<Share> parent) {
        this.team = team;
        this.used = team.used();
        List<Share> down = new ArrayList<>();
        parent.ifPresent(above -> down.addAll(above.path));
        down.add(this);
        this.path = List.copyOf(down);
    }

    String name() {
        return team.id().value();
    }

    Used used() {
        return used;
    }

    int has(String type) {
        return type.equals(Team.ANY) ? hasInAll : has.getOrDefault(type, 0);
    }

    int hasInAll() {
        return hasInAll;
    }

    static void enter(Tenant tenant) {
        tenant.team.own.add(tenant);
        if (tenant.form.ask().gang().elastic()) {
            tenant.team.elastic.add(tenant);
        }
        tenant.team.guarantor(tenant.type).orElse(tenant.team).take(tenant);
    }

    static void leave(Tenant tenant) {
        tenant.team.own.remove(tenant);
        tenant.team.elastic.remove(tenant);
        tenant.team.guarantor(tenant.type).orElse(tenant.team).give(tenant);
    }

    /** Whoever runs on this team's guarantee: its own and those of teams below that have none themselves. */
    private void take(Tenant tenant) {
        tenants.computeIfAbsent(quotaFor(team, tenant.type), _ -> new TreeSet<>(KEEPS_FIRST))
                .add(tenant);
    }

    private void give(Tenant tenant) {
        NavigableSet<Tenant> ofType = tenants.get(quotaFor(team, tenant.type));
        if (ofType != null) {
            ofType.remove(tenant);
        }
    }

    /** Who runs for this team itself, those that it keeps longest first. */
    List<Tenant> own() {
        return new ArrayList<>(own);
    }

    /** Those of them that can change their size. */
    Iterable<Tenant> elastic() {
        return List.copyOf(elastic);
    }

    /** What it has changes, here and above. */
    void add(String type, int thousandths) {
        for (Share each : path) {
            each.has.merge(type, thousandths, Integer::sum);
            each.hasInAll += thousandths;
        }
    }

    /** What is being cleared for it counts already, here and above. */
    void claim(String type, int thousandths) {
        for (Share each : path) {
            each.claimed.merge(type, thousandths, Integer::sum);
            each.claimed.merge(Team.ANY, thousandths, Integer::sum);
        }
    }

    private int hasOrClaims(String type) {
        return has(type) + claimed.getOrDefault(type, 0);
    }

    /** What it has had up to now is written down before it changes. */
    void settle(Instant now, Duration halfLife) {
        for (Share each : path) {
            each.used = new Used(each.usedBy(now, halfLife), now);
        }
    }

    /** Accelerator-seconds; what was used a half-life ago counts half. */
    private double usedBy(Instant now, Duration halfLife) {
        double seconds = Math.max(0, Duration.between(used.at(), now).toMillis() / 1e3);
        double left = StrictMath.exp(-seconds / tau(halfLife));
        return used.seconds() * left + hasInAll / 1e3 * tau(halfLife) * (1 - left);
    }

    private static double tau(Duration halfLife) {
        return halfLife.toMillis() / 1e3 / StrictMath.log(2);
    }

    void begin(Instant now, Duration halfLife) {
        average = usedBy(now, halfLife) / tau(halfLife);
    }

    /**
     * How much of its due a team has: accelerators it has now and those it had on average of late, for its weight.
     * Both count, so that an afternoon's greed is remembered and a sudden one is seen.
     */
    private double standing() {
        return (hasOrClaims(Team.ANY) / 1e3 + average) / team.weight();
    }

    /** Whose turn it is: at the highest team where the two differ, the one that has less of its due. */
    static int turn(Share one, Share other) {
        int depth = Math.min(one.path.size(), other.path.size());
        for (int level = 0; level < depth; level++) {
            Share mine = one.path.get(level);
            Share its = other.path.get(level);
            if (mine != its) {
                int order = Double.compare(mine.standing(), its.standing());
                return order != 0 ? order : mine.team.id().compareTo(its.team.id());
            }
        }
        return Integer.compare(one.path.size(), other.path.size());
    }

    /** The quota for a type: the one for that type, else the one for all together. */
    static String quotaFor(Team team, String type) {
        return team.quotas().containsKey(type) ? type : Team.ANY;
    }

    /** What the guarantee comes to while too few nodes are healthy for all of them. */
    void guarantees(String type, int thousandths) {
        effective.put(type, thousandths);
    }

    int guarantee(String type) {
        return effective.getOrDefault(quotaFor(team, type), 0);
    }

    /** Thousandths the promised guarantee is above what it comes to at present. */
    int shortOf(String type) {
        Quota quota = team.quotas().get(quotaFor(team, type));
        return quota == null ? 0 : quota.guarantee() - guarantee(type);
    }

    /** The team whose guarantee counts: this one, else the nearest above that has one. */
    Optional<Share> guarantor(String type) {
        for (Share each : path.reversed()) {
            if (each.team.quotas().containsKey(quotaFor(each.team, type))) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether so much more is within the guarantee. */
    boolean within(String type, int more) {
        return guarantor(type)
                .filter(by -> by.hasOrClaims(quotaFor(by.team, type)) + more <= by.guarantee(type))
                .isPresent();
    }

    /** The team, this one or one above, whose limit so much more would break. */
    Optional<Share> limitedBy(String type, int more) {
        for (Share each : path.reversed()) {
            if (each.breaks(type, type, more) || each.breaks(Team.ANY, type, more)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    private boolean breaks(String key, String type, int more) {
        Quota quota = team.quotas().get(key);
        return quota != null
                && quota.limit().isPresent()
                && hasOrClaims(key.equals(Team.ANY) ? Team.ANY : type) + more
                        > quota.limit().getAsInt();
    }

    int limit(String type) {
        Quota own = team.quotas().get(type);
        Quota any = team.quotas().get(Team.ANY);
        int byType = own == null ? Integer.MAX_VALUE : own.limit().orElse(Integer.MAX_VALUE);
        int byAny = any == null ? Integer.MAX_VALUE : any.limit().orElse(Integer.MAX_VALUE);
        return Math.min(byType, byAny);
    }

    /** Who would have to go if only what is guaranteed were left: lowest priority first, then youngest. */
    List<Tenant> borrowers(String quota) {
        int over = has(quota) - effective.getOrDefault(quota, 0);
        List<Tenant> borrowing = new ArrayList<>();
        NavigableSet<Tenant> mine = tenants.get(quota);
        if (over <= 0 || mine == null) {
            return borrowing;
        }
        for (Tenant tenant : mine.descendingSet()) {
            if (over <= 0) {
                break;
            }
            over -= tenant.whole();
            borrowing.add(tenant);
        }
        return borrowing;
    }

    List<Tenant> borrowers() {
        List<Tenant> all = new ArrayList<>();
        tenants.keySet().forEach(quota -> all.addAll(borrowers(quota)));
        return all;
    }
}
