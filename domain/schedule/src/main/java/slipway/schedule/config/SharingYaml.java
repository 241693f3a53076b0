package slipway.schedule.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import slipway.schedule.snapshot.Node.Devices;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.schedule.snapshot.TeamQuotas.Quota;
import slipway.spec.SpecKey;

/** Writes the configuration as YAML, with every key of the policy, so that the effective values are visible. */
final class SharingYaml {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");
    private static final Set<String> NOT_PLAIN = Set.of("null", "true", "false", "yes", "no");

    private final StringBuilder text = new StringBuilder();

    private SharingYaml() {}

    static String of(ClusterSharing clusterSharing) {
        var sharingYaml = new SharingYaml();
        sharingYaml.policy(clusterSharing.policy());
        if (!clusterSharing.teams().isEmpty()) {
            sharingYaml.line(0, ClusterSharing.TEAMS.name() + ":");
            clusterSharing
                    .teams()
                    .forEach(teamQuotas -> sharingYaml.team(teamQuotas, clusterSharing));
        }
        return sharingYaml.text.toString();
    }

    private void line(int depth, String line) {
        text.append("  ".repeat(depth)).append(line).append('\n');
    }

    private void key(int depth, SpecKey<?> specKey, Object value) {
        line(depth, specKey.name() + ": " + value);
    }

    private void policy(SchedulingPolicy schedulingPolicy) {
        line(0, ClusterSharing.SCHEDULE.name() + ":");
        key(1, PolicyBlock.ORDER, yamlName(schedulingPolicy.order()));
        key(1, PolicyBlock.HALF_LIFE, duration(schedulingPolicy.halfLife()));
        key(1, PolicyBlock.MINIMUM_RUN, duration(schedulingPolicy.minimumRun()));
        key(1, PolicyBlock.NOTICE, duration(schedulingPolicy.notice()));
        key(1, PolicyBlock.LONGEST, duration(schedulingPolicy.unknownRuntime()));
        key(1, PolicyBlock.RESERVATIONS, schedulingPolicy.reservations());
        taking(schedulingPolicy.preemption());
        key(1, PolicyBlock.CONSOLIDATE, schedulingPolicy.rebalancing().consolidate());
        key(1, PolicyBlock.MOVE_PAYS, schedulingPolicy.rebalancing().minBenefit());
        key(1, PolicyBlock.RESIZE_EVERY, duration(schedulingPolicy.rebalancing().resizeInterval()));
    }

    private void taking(SchedulingPolicy.PreemptionRules taking) {
        key(1, PolicyBlock.TAKE_BACK, taking.reclaim());
        key(1, PolicyBlock.TAKE_LOWER, taking.lowerPriority());
        key(1, PolicyBlock.OVERTAKE, taking.overtakeFactor());
        line(1, PolicyBlock.SERVICES.name() + ":");
        key(2, PolicyBlock.SERVICES_TAKE, taking.servicesOverJobs());
        key(2, PolicyBlock.SERVICES_KEEP, taking.jobGuaranteePercent());
    }

    private void team(TeamQuotas teamQuotas, ClusterSharing clusterSharing) {
        line(1, quoteIfNeeded(teamQuotas.id().value()) + ":");
        teamQuotas
                .parent()
                .ifPresent(parent -> key(2, TeamBlocks.PARENT, quoteIfNeeded(parent.value())));
        key(2, TeamBlocks.WEIGHT, wholeNumber(teamQuotas.weight()));
        if (!teamQuotas.quotas().isEmpty()) {
            line(2, TeamBlocks.QUOTA.name() + ":");
            Map<String, Quota> inOrder = new TreeMap<>(teamQuotas.quotas());
            inOrder.forEach((type, quota) -> line(3, type(type) + ": " + quota(quota)));
        }
        idle(clusterSharing.idle().getOrDefault(teamQuotas.id(), IdleRule.UNSET));
    }

    private void idle(IdleRule rule) {
        rule.jobs().ifPresent(jobs -> key(2, TeamBlocks.IDLE_JOBS, yamlName(jobs)));
        rule.after().ifPresent(it -> key(2, TeamBlocks.IDLE_JOBS_AFTER, duration(it)));
        rule.workspaces().ifPresent(it -> key(2, TeamBlocks.IDLE_WORKSPACES, duration(it)));
    }

    private static String type(String type) {
        return type.equals(TeamQuotas.ANY) ? TeamBlocks.ANY : quoteIfNeeded(type);
    }

    private static String quota(Quota quota) {
        String guarantee = accelerators(quota.guarantee());
        if (quota.limit().isEmpty() && !quota.wholeNodes()) {
            return guarantee;
        }
        var block = new StringBuilder("{guarantee: ").append(guarantee);
        quota.limit().ifPresent(limit -> block.append(", limit: ").append(accelerators(limit)));
        return block.append(quota.wholeNodes() ? ", whole_nodes: true}" : "}").toString();
    }

    private static String accelerators(int thousandths) {
        return wholeNumber(thousandths / (double) Devices.WHOLE);
    }

    private static String wholeNumber(double number) {
        if (number != Math.rint(number)) {
            throw new IllegalArgumentException("Rules are written in whole numbers, not " + number);
        }
        return Long.toString((long) number);
    }

    private static String yamlName(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String quoteIfNeeded(String name) {
        if (PLAIN.matcher(name).matches() && !NOT_PLAIN.contains(name.toLowerCase(Locale.ROOT))) {
            return name;
        }
        var quoted = new StringBuilder("\"");
        name.chars()
                .forEach(
                        letter ->
                                quoted.append(
                                        letter < ' '
                                                        || letter > '~'
                                                        || letter == '"'
                                                        || letter == '\\'
                                                ? String.format(Locale.ROOT, "\\u%04x", letter)
                                                : Character.toString(letter)));
        return quoted.append('"').toString();
    }

    /** In the notation of {@link slipway.spec.ValueType#duration}: {@code 1d12h}. */
    static String duration(Duration duration) {
        var written = new StringBuilder();
        part(written, duration.toDays(), "d");
        part(written, duration.toHoursPart(), "h");
        part(written, duration.toMinutesPart(), "m");
        part(written, duration.toSecondsPart(), "s");
        part(written, duration.toMillisPart(), "ms");
        return written.isEmpty() ? "0s" : written.toString();
    }

    private static void part(StringBuilder written, long count, String unit) {
        if (count > 0) {
            written.append(count).append(unit);
        }
    }
}
