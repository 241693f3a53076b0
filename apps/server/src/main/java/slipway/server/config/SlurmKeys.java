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

/** How a Slurm cluster is used. */
final class SlurmKeys {

    /** As Slurm allows names, less what would end a word on its command line. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}");

    static final SpecKey<List<String>> PARTITIONS =
            SpecKey.of(
                            "partitions",
                            names(),
                            "The partitions jobs are submitted to, the preferred one first; only their nodes are"
                                    + " seen.")
                    .example("gpu spare");
    static final SpecKey<List<String>> OURS =
            SpecKey.of(
                            "ours",
                            names(),
                            "Those of them that nobody else uses: there Slipway chooses the nodes, elsewhere Slurm"
                                    + " does.")
                    .example("gpu");
    static final SpecKey<String> ACCOUNT =
            SpecKey.of("account", name(), "The account of Slurm that jobs are submitted under.")
                    .example("research");
    static final SpecKey<String> QOS =
            SpecKey.of("qos", name(), "The quality of service that they are submitted with.")
                    .example("normal");
    static final SpecKey<String> RESERVATION =
            SpecKey.of("reservation", name(), "The reservation of Slurm that they run in.")
                    .example("team-week");

    static final SpecKey<Map<String, String>> ACCOUNTS =
            SpecKey.of(
                            "accounts",
                            accounts(),
                            "With run.as: user, under which account of the cluster each person's jobs run. Nobody else"
                                    + " can submit then. Left out, each person's account has the person's own name.")
                    .example("alice=a.smith bob=bob");

    static final SpecKey<BlockValues> SLURM =
            SpecKey.of(
                    "slurm",
                    BlockSchema.of(PARTITIONS, OURS, ACCOUNT, QOS, RESERVATION, ACCOUNTS),
                    "The Slurm cluster that jobs run on, where run.engine is slurm.");

    private SlurmKeys() {}

    private static ValueType<String> name() {
        return ValueType.of(
                "a name as Slurm has them",
                NAME.pattern(),
                text ->
                        ParseResult.of(
                                NAME.matcher(text).matches() ? Optional.of(text) : Optional.empty(),
                                text,
                                "a name as Slurm has them"));
    }

    private static ValueType<List<String>> names() {
        String says = "names with spaces between";
        return ValueType.of(
                says,
                "^\\S+( +\\S+)*$",
                text -> {
                    List<String> words = Arrays.asList(text.strip().split(" +", -1));
                    boolean fits = words.stream().allMatch(one -> NAME.matcher(one).matches());
                    return ParseResult.of(fits ? Optional.of(words) : Optional.empty(), text, says);
                });
    }

    private static ValueType<Map<String, String>> accounts() {
        String says = "pairs such as alice=a.smith with spaces between";
        return ValueType.of(
                says,
                "^[^\\s=]+=[^\\s=]+( +[^\\s=]+=[^\\s=]+)*$",
                text -> ParseResult.of(pairs(text), text, says));
    }

    /** Nothing if one of them is none, or somebody has two. */
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

    /** What does not fit together. */
    static List<Mistake> mistakes(
            BlockValues blockValues, EngineKind engine, boolean attemptsNamed) {
        BlockValues slurm = blockValues.get(SLURM);
        List<Mistake> mistakes = new ArrayList<>();
        BlockValues run = blockValues.get(Settings.RUN);
        if (engine != EngineKind.SLURM) {
            if (run.get(Settings.AS) == RunAs.USER) {
                mistakes.add(
                        new Mistake(
                                run.location(Settings.AS),
                                "run.as",
                                "run.engine is local, and there all jobs run under the server's account. Leave run.as"
                                        + " out, or set run.engine: slurm."));
            }
            return mistakes;
        }
        List<String> partitions = slurm.find(PARTITIONS).orElse(List.of());
        if (partitions.isEmpty()) {
            mistakes.add(
                    new Mistake(
                            run.location(Settings.ENGINE),
                            "slurm.partitions",
                            "run.engine is slurm, and no partition is named. sinfo lists them."));
        }
        for (String name : slurm.find(OURS).orElse(List.of())) {
            if (!partitions.contains(name)) {
                mistakes.add(
                        new Mistake(
                                slurm.location(OURS),
                                "slurm.ours",
                                "%s is not among slurm.partitions. Name it there, too."
                                        .formatted(name)));
            }
        }
        if (!attemptsNamed) {
            mistakes.add(
                    new Mistake(
                            run.location(Settings.ENGINE),
                            "run.attempts",
                            "run.engine is slurm, and run.attempts names no folder. Name one that every node has"
                                    + " under the same path."));
        }
        return mistakes;
    }

    static List<Partition> partitions(BlockValues blockValues) {
        BlockValues slurm = blockValues.get(SLURM);
        List<String> ours = slurm.find(OURS).orElse(List.of());
        return slurm.find(PARTITIONS).orElse(List.of()).stream()
                .map(name -> new Partition(name, ours.contains(name)))
                .toList();
    }

    /** By person; empty: each has an account of the same name. */
    static Optional<Map<String, String>> accounts(BlockValues blockValues) {
        return blockValues.get(SLURM).find(ACCOUNTS);
    }

    static SubmitOptions terms(BlockValues blockValues) {
        BlockValues slurm = blockValues.get(SLURM);
        return new SubmitOptions(slurm.find(ACCOUNT), slurm.find(QOS), slurm.find(RESERVATION));
    }
}
