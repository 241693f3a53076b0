package slipway.schedule.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.TeamId;
import slipway.base.text.UntrustedText;
import slipway.schedule.snapshot.Node.Devices;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.schedule.snapshot.TeamQuotas.DecayedUsage;
import slipway.schedule.snapshot.TeamQuotas.Quota;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.DocumentNode;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.spec.workload.WorkspaceSpec;

/** The block {@code teams:}. */
final class TeamBlocks {

    /** The key of the quota for all types together. A star would need quotes in YAML. */
    static final String ANY = "any";

    private static final int MAX_ACCELERATORS = 1_000_000;

    /** A shorter delay cannot tell idle jobs from busy ones: some load data for longer. */
    private static final Duration MIN_IDLE_DELAY = Duration.ofMinutes(5);

    private static final String NAME_SYNTAX =
            "a team's name: 1 to 63 lower-case letters, digits and inner hyphens";

    static final SpecKey<Integer> GUARANTEE =
            SpecKey.of(
                    "guarantee",
                    ValueType.wholeNumber(0, MAX_ACCELERATORS),
                    "Accelerators that the team can always use. Default: the sum of the teams below it.");
    static final SpecKey<Integer> LIMIT =
            SpecKey.of(
                    "limit",
                    ValueType.wholeNumber(0, MAX_ACCELERATORS),
                    "The most it may use, borrowed accelerators included. Default: no limit.");
    static final SpecKey<Boolean> WHOLE_NODES =
            SpecKey.of(
                            "whole_nodes",
                            ValueType.bool(),
                            "Whether the guarantee is kept as whole nodes, where other teams only borrow.")
                    .withDefault("false");
    static final SpecKey<TeamId> PARENT =
            SpecKey.of(
                    "parent",
                    ValueType.of(
                            NAME_SYNTAX,
                            "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$",
                            text -> ParseResult.of(TeamId.parse(text), text, NAME_SYNTAX)),
                    "The team whose quota includes this one's.");
    static final SpecKey<Integer> WEIGHT =
            SpecKey.of(
                            "weight",
                            ValueType.wholeNumber(1, MAX_ACCELERATORS),
                            "Its share in relation to other teams when accelerators are short.")
                    .withDefault("1");
    static final BlockSchema OF_TYPE = BlockSchema.of(GUARANTEE, LIMIT, WHOLE_NODES);
    static final SpecKey<Map<String, BlockValues>> QUOTA =
            SpecKey.of(
                    "quota",
                    ValueType.mapOf(OF_TYPE.orShorthand(GUARANTEE)),
                    "Its guarantee and limit for each accelerator type; any for all types together.");
    static final SpecKey<IdleRule.JobAction> IDLE_JOBS =
            SpecKey.of(
                            "idle_jobs",
                            ValueType.choice(IdleRule.JobAction.class),
                            "What happens to jobs that hold accelerators without using them: warn the owner, or also"
                                    + " stop the job half an hour later. Default: as in the team above it, at the"
                                    + " top warn.")
                    .example("stop");
    static final SpecKey<Duration> IDLE_JOBS_AFTER =
            SpecKey.of(
                            "idle_jobs_after",
                            ValueType.duration(),
                            "How long a job may leave accelerators unused before its owner is warned. Default: as in"
                                    + " the team above it, at the top 30m.")
                    .example("1h");
    static final SpecKey<Duration> IDLE_WORKSPACES =
            SpecKey.of(
                            "idle_workspaces",
                            ValueType.duration(),
                            "How long a workspace may be unused before it is stopped, if its spec sets no timeout."
                                    + " Default: as in the team above it, at the top 2h.")
                    .example("4h");
    static final BlockSchema TEAM =
            BlockSchema.of(PARENT, WEIGHT, QUOTA, IDLE_JOBS, IDLE_JOBS_AFTER, IDLE_WORKSPACES);
    static final SpecKey<Map<String, BlockValues>> KEY =
            SpecKey.of("teams", ValueType.mapOf(TEAM), "The teams by name, with their quotas.");

    static final QuotaTreeCheck.ParentLookup AS_WRITTEN =
            (_, blockValues) -> blockValues.find(PARENT);

    private final Optional<DocumentNode> block;
    private final Consumer<Mistake> report;

    private TeamBlocks(Optional<DocumentNode> block, Consumer<Mistake> report) {
        this.block = block;
        this.report = report;
    }

    static List<TeamQuotas> teams(
            BlockValues blockValues,
            QuotaTreeCheck.ParentLookup parents,
            Consumer<Mistake> report) {
        return new TeamBlocks(blockValues.node(KEY.name()), report)
                .read(blockValues.find(KEY).orElse(Map.of()), parents);
    }

    /** Reads the idle rules; a team without one is omitted. */
    static Map<TeamId, IdleRule> idle(BlockValues blockValues, Consumer<Mistake> report) {
        var blocks = new TeamBlocks(blockValues.node(KEY.name()), report);
        Map<TeamId, IdleRule> rules = new LinkedHashMap<>();
        blockValues
                .find(KEY)
                .orElse(Map.of())
                .forEach(
                        (name, team) -> {
                            IdleRule rule = blocks.idle(name, team);
                            TeamId.parse(name)
                                    .filter(_ -> !rule.equals(IdleRule.UNSET))
                                    .ifPresent(id -> rules.put(id, rule));
                        });
        return rules;
    }

    private IdleRule idle(String name, BlockValues team) {
        return new IdleRule(
                team.find(IDLE_JOBS),
                atLeast(MIN_IDLE_DELAY, IDLE_JOBS_AFTER, name, team),
                atLeast(WorkspaceSpec.MIN_IDLE, IDLE_WORKSPACES, name, team));
    }

    private Optional<Duration> atLeast(
            Duration least, SpecKey<Duration> specKey, String name, BlockValues team) {
        Optional<Duration> time = team.find(specKey);
        time.filter(it -> it.compareTo(least) < 0)
                .ifPresent(
                        _ ->
                                report(
                                        "must be at least %s."
                                                .formatted(SharingYaml.duration(least)),
                                        name,
                                        specKey.name()));
        return time;
    }

    private List<TeamQuotas> read(
            Map<String, BlockValues> written, QuotaTreeCheck.ParentLookup parents) {
        Map<TeamId, BlockValues> known = new LinkedHashMap<>();
        written.forEach(
                (name, blockValues) ->
                        TeamId.parse(name)
                                .ifPresentOrElse(
                                        id -> known.put(id, blockValues),
                                        () ->
                                                report(
                                                        UntrustedText.quoted(name)
                                                                + " is not "
                                                                + NAME_SYNTAX
                                                                + ".",
                                                        name)));
        QuotaTreeCheck quotaTreeCheck = new QuotaTreeCheck(known, parents, this::report);
        List<TeamQuotas> teams = new ArrayList<>();
        quotaTreeCheck.check();
        known.forEach((id, blockValues) -> teams.add(team(id, blockValues, quotaTreeCheck)));
        return teams;
    }

    private static TeamQuotas team(
            TeamId id, BlockValues blockValues, QuotaTreeCheck quotaTreeCheck) {
        Map<String, Quota> quotas = new LinkedHashMap<>();
        blockValues
                .find(QUOTA)
                .orElse(Map.of())
                .forEach(
                        (type, quota) ->
                                quotas.put(
                                        type.equals(ANY) ? TeamQuotas.ANY : type,
                                        quota(quota, quotaTreeCheck.guarantee(id, type))));
        return new TeamQuotas(
                id, quotaTreeCheck.parent(id), quotas, blockValues.get(WEIGHT), DecayedUsage.NONE);
    }

    private static Quota quota(BlockValues quota, long guarantee) {
        Optional<Integer> limit = quota.find(LIMIT);
        return new Quota(
                thousandths(guarantee),
                limit.isPresent() ? OptionalInt.of(thousandths(limit.get())) : OptionalInt.empty(),
                quota.get(WHOLE_NODES));
    }

    /** The sum over many teams may overflow; it is capped at a number that no cluster has. */
    private static int thousandths(long accelerators) {
        return (int) Math.min(accelerators, MAX_ACCELERATORS) * Devices.WHOLE;
    }

    /** Reports a mistake at a key below {@code teams}, at the location of its last part that exists. */
    private void report(String text, String... path) {
        Optional<DocumentNode> at = block;
        SourceLocation sourceLocation = at.map(DocumentNode::location).orElse(BlockValues.DEFAULT);
        var key = new StringBuilder(KEY.name());
        for (String part : path) {
            key.append('.').append(UntrustedText.key(part));
            Optional<DocumentNode.Entry> entry =
                    at.filter(DocumentNode.Block.class::isInstance)
                            .map(DocumentNode.Block.class::cast)
                            .flatMap(there -> there.entry(part));
            sourceLocation = entry.map(DocumentNode.Entry::location).orElse(sourceLocation);
            at = entry.map(DocumentNode.Entry::value);
        }
        report.accept(new Mistake(sourceLocation, key.toString(), text));
    }
}
