package slipway.server.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import slipway.base.Mistake;
import slipway.base.UserId;
import slipway.run.engine.PosixAccount;
import slipway.run.slurm.SlurmSettings.Partition;
import slipway.run.slurm.SlurmSettings.SubmitOptions;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;

/** The settings of a Slurm cluster. */
final class SlurmKeys {

    /** Names that Slurm allows, without characters that would need quoting on its command line. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}");

    static final SpecKey<List<String>> PARTITIONS =
            SpecKey.of(
                            "partitions",
                            names(),
                            "The partitions for jobs, preferred one first. Only their nodes are used.")
                    .example("gpu spare");
    static final SpecKey<List<String>> OURS =
            SpecKey.of(
                            "ours",
                            names(),
                            "The partitions that only Slipway uses. There it chooses the nodes; elsewhere Slurm does.")
                    .example("gpu");
    static final SpecKey<String> ACCOUNT =
            SpecKey.of("account", name(), "The Slurm account of submitted jobs.")
                    .example("research");
    static final SpecKey<String> QOS =
            SpecKey.of("qos", name(), "The quality of service of submitted jobs.")
                    .example("normal");
    static final SpecKey<String> RESERVATION =
            SpecKey.of("reservation", name(), "The Slurm reservation of submitted jobs.")
                    .example("team-week");

    static final SpecKey<Map<String, String>> ACCOUNTS =
            SpecKey.of(
                            "accounts",
                            accounts(),
                            "With run.as: user, the cluster account of each user; users without an entry cannot submit."
                                    + " Default: the account with the name of the user.")
                    .example("alice=a.smith bob=bob");

    static final SpecKey<BlockValues> SLURM =
            SpecKey.of(
                    "slurm",
                    BlockSchema.of(PARTITIONS, OURS, ACCOUNT, QOS, RESERVATION, ACCOUNTS),
                    "The Slurm cluster for run.engine: slurm.");

    private SlurmKeys() {}

    private static ValueType<String> name() {
        return ValueType.of(
                "a Slurm name",
                NAME.pattern(),
                text ->
                        ParseResult.of(
                                NAME.matcher(text).matches() ? Optional.of(text) : Optional.empty(),
                                text,
                                "a Slurm name"));
    }

    private static ValueType<List<String>> names() {
        String description = "names separated by spaces";
        return ValueType.of(
                description,
                "^\\S+( +\\S+)*$",
                text -> {
                    List<String> items = Arrays.asList(text.strip().split(" +", -1));
                    boolean valid = items.stream().allMatch(name -> NAME.matcher(name).matches());
                    return ParseResult.of(
                            valid ? Optional.of(items) : Optional.empty(), text, description);
                });
    }

    private static ValueType<Map<String, String>> accounts() {
        String description = "pairs such as alice=a.smith separated by spaces";
        return ValueType.of(
                description,
                "^[^\\s=]+=[^\\s=]+( +[^\\s=]+=[^\\s=]+)*$",
                text -> ParseResult.of(pairs(text), text, description));
    }

    /** Empty if a pair is malformed or a user has two accounts. */
    private static Optional<Map<String, String>> pairs(String text) {
        Map<String, String> pairs = new TreeMap<>();
        for (String pair : text.strip().split(" +", -1)) {
            String[] sides = pair.split("=", -1);
            if (sides.length != 2
                    || UserId.parse(sides[0]).isEmpty()
                    || !PosixAccount.fits(sides[1])
                    || pairs.put(sides[0], sides[1]) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(pairs);
    }

    /** Contradictions between the settings of engine and cluster. */
    static List<Mistake> mistakes(BlockValues values, EngineKind engine, boolean attemptsNamed) {
        BlockValues slurm = values.get(SLURM);
        List<Mistake> mistakes = new ArrayList<>();
        BlockValues run = values.get(Settings.RUN);
        if (engine != EngineKind.SLURM) {
            if (run.get(Settings.RUN_AS) == RunAs.USER) {
                mistakes.add(
                        new Mistake(
                                run.location(Settings.RUN_AS),
                                "run.as",
                                "run.engine is local, where all jobs run under the server's account. Remove run.as,"
                                        + " or set run.engine: slurm."));
            }
            return mistakes;
        }
        List<String> partitions = slurm.find(PARTITIONS).orElse(List.of());
        if (partitions.isEmpty()) {
            mistakes.add(
                    new Mistake(
                            run.location(Settings.ENGINE),
                            "slurm.partitions",
                            "run.engine is slurm, but no partition is named. sinfo lists them."));
        }
        for (String name : slurm.find(OURS).orElse(List.of())) {
            if (!partitions.contains(name)) {
                mistakes.add(
                        new Mistake(
                                slurm.location(OURS),
                                "slurm.ours",
                                "%s is not in slurm.partitions. Add it there, too."
                                        .formatted(name)));
            }
        }
        if (!attemptsNamed) {
            mistakes.add(
                    new Mistake(
                            run.location(Settings.ENGINE),
                            "run.attempts",
                            "run.engine is slurm, but run.attempts names no folder. Name one with the same path on"
                                    + " every node."));
        }
        return mistakes;
    }

    static List<Partition> partitions(BlockValues values) {
        BlockValues slurm = values.get(SLURM);
        List<String> ours = slurm.find(OURS).orElse(List.of());
        return slurm.find(PARTITIONS).orElse(List.of()).stream()
                .map(name -> new Partition(name, ours.contains(name)))
                .toList();
    }

    /** The account by user; empty: every user has the account of the same name. */
    static Optional<Map<String, String>> accounts(BlockValues values) {
        return values.get(SLURM).find(ACCOUNTS);
    }

    static SubmitOptions submitOptions(BlockValues values) {
        BlockValues slurm = values.get(SLURM);
        return new SubmitOptions(slurm.find(ACCOUNT), slurm.find(QOS), slurm.find(RESERVATION));
    }
}
