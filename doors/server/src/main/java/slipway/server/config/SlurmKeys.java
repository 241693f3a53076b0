package slipway.server.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Mistake;
import slipway.run.slurm.SlurmSettings.Partition;
import slipway.run.slurm.SlurmSettings.Terms;
import slipway.spec.Key;
import slipway.spec.Reading;
import slipway.spec.Shape;
import slipway.spec.Type;
import slipway.spec.Values;

/** How a Slurm cluster is used. */
final class SlurmKeys {

    /** As Slurm allows names, less what would end a word on its command line. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}");

    static final Key<List<String>> PARTITIONS =
            Key.of(
                            "partitions",
                            names(),
                            "The partitions jobs are submitted to, the preferred one first; only their nodes are"
                                    + " seen.")
                    .example("gpu spare");
    static final Key<List<String>> OURS =
            Key.of(
                            "ours",
                            names(),
                            "Those of them that nobody else uses: there Slipway chooses the nodes, elsewhere Slurm"
                                    + " does.")
                    .example("gpu");
    static final Key<String> ACCOUNT =
            Key.of("account", name(), "The account of Slurm that jobs are submitted under.")
                    .example("research");
    static final Key<String> QOS =
            Key.of("qos", name(), "The quality of service that they are submitted with.")
                    .example("normal");
    static final Key<String> RESERVATION =
            Key.of("reservation", name(), "The reservation of Slurm that they run in.")
                    .example("team-week");

    static final Key<Values> SLURM =
            Key.of(
                    "slurm",
                    Shape.of(PARTITIONS, OURS, ACCOUNT, QOS, RESERVATION),
                    "The Slurm cluster that jobs run on, where run.engine is slurm.");

    private SlurmKeys() {}

    private static Type<String> name() {
        return Type.of(
                "a name as Slurm has them",
                NAME.pattern(),
                text ->
                        Reading.of(
                                NAME.matcher(text).matches() ? Optional.of(text) : Optional.empty(),
                                text,
                                "a name as Slurm has them"));
    }

    private static Type<List<String>> names() {
        String says = "names with spaces between";
        return Type.of(
                says,
                "^\\S+( +\\S+)*$",
                text -> {
                    List<String> words = Arrays.asList(text.strip().split(" +", -1));
                    boolean fits = words.stream().allMatch(one -> NAME.matcher(one).matches());
                    return Reading.of(fits ? Optional.of(words) : Optional.empty(), text, says);
                });
    }

    /** What does not fit together. */
    static List<Mistake> mistakes(Values values, EngineKind engine, boolean attemptsNamed) {
        Values slurm = values.get(SLURM);
        List<Mistake> mistakes = new ArrayList<>();
        if (engine != EngineKind.SLURM) {
            return mistakes;
        }
        List<String> partitions = slurm.find(PARTITIONS).orElse(List.of());
        if (partitions.isEmpty()) {
            mistakes.add(
                    new Mistake(
                            values.get(Settings.RUN).place(Settings.ENGINE),
                            "slurm.partitions",
                            "run.engine is slurm, and no partition is named. sinfo lists them."));
        }
        for (String name : slurm.find(OURS).orElse(List.of())) {
            if (!partitions.contains(name)) {
                mistakes.add(
                        new Mistake(
                                slurm.place(OURS),
                                "slurm.ours",
                                "%s is not among slurm.partitions. Name it there, too."
                                        .formatted(name)));
            }
        }
        if (!attemptsNamed) {
            mistakes.add(
                    new Mistake(
                            values.get(Settings.RUN).place(Settings.ENGINE),
                            "run.attempts",
                            "run.engine is slurm, and run.attempts names no folder. Name one that every node has"
                                    + " under the same path."));
        }
        return mistakes;
    }

    static List<Partition> partitions(Values values) {
        Values slurm = values.get(SLURM);
        List<String> ours = slurm.find(OURS).orElse(List.of());
        return slurm.find(PARTITIONS).orElse(List.of()).stream()
                .map(name -> new Partition(name, ours.contains(name)))
                .toList();
    }

    static Terms terms(Values values) {
        Values slurm = values.get(SLURM);
        return new Terms(slurm.find(ACCOUNT), slurm.find(QOS), slurm.find(RESERVATION));
    }
}
