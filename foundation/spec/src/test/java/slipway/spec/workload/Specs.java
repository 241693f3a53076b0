package slipway.spec.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.spec.workload.AcceleratorRequest.Alternative;
import slipway.spec.workload.Gang.Elastic;
import slipway.spec.workload.Gang.TopologyConstraint;
import slipway.spec.workload.Gang.Within;
import slipway.spec.workload.Program.Launcher;
import slipway.spec.workload.ResourceSpec.Cpus;
import slipway.spec.workload.ResourceSpec.Memory;
import slipway.spec.workload.RetryPolicy.Action;
import slipway.spec.workload.RetryPolicy.Rule;
import slipway.spec.workload.WorkloadSpec.Kind;
import slipway.spec.workload.WorkloadSpec.Priority;
import slipway.spec.workload.WorkloadSpec.Times;
import slipway.testkit.Generator;

/** Random specs without contradictions. */
final class Specs {

    private static final Generator<String> NAMES = Generator.strings("abz09", 1, 20);
    private static final Generator<Duration> DURATIONS =
            Generator.longs(1, 10_000_000_000L).map(Duration::ofMillis);
    private static final Generator<String> TEXTS =
            Generator.strings()
                    .map(text -> text.replace("\0", "").replaceAll("[\ud800-\udfff]", "s"));
    private static final Generator<Alternative> ALTERNATIVES =
            Generator.choice("H100", "A100-80GB", "H100-1g.10gb")
                    .optional()
                    .zip(
                            Generator.ints(1, 64),
                            (type, count) -> new Alternative(type, count, 1_000));
    private static final Generator<Long> COUNTS = Generator.longs(1, 1_000_000_000_000_000L);

    private Specs() {}

    static Generator<WorkloadSpec> any() {
        return choices ->
                new WorkloadSpec(
                        NAMES.optional().draw(choices),
                        NAMES.map(TeamId::new).optional().draw(choices),
                        Kind.JOB,
                        resources().draw(choices),
                        new WorkloadSpec.Scheduling(
                                Generator.choice(Priority.values()).draw(choices),
                                gang().draw(choices),
                                times().draw(choices),
                                NAMES.map(name -> "need-" + name).list(0, 5).draw(choices),
                                array().optional().draw(choices)),
                        new WorkloadSpec.Execution(
                                program().draw(choices),
                                map(NAMES, data()).draw(choices),
                                checkpoint().optional().draw(choices),
                                retry().draw(choices),
                                Optional.empty()),
                        plan().optional().draw(choices),
                        Optional.empty());
    }

    private static Generator<ResourceSpec> resources() {
        return choices ->
                new ResourceSpec(
                        new AcceleratorRequest(ALTERNATIVES.list(0, 4).draw(choices)),
                        Generator.ints(1, 4_096_000)
                                .zip(Generator.booleans(), Cpus::new)
                                .optional()
                                .draw(choices),
                        Generator.longs(1, Long.MAX_VALUE / 2_000)
                                .map(Bytes::new)
                                .zip(Generator.booleans(), Memory::new)
                                .optional()
                                .draw(choices));
    }

    private static Generator<Gang> gang() {
        return choices -> {
            int nodes = Generator.ints(2, 100).draw(choices);
            return new Gang(
                    nodes,
                    Generator.ints(0, 1)
                            .zip(
                                    Generator.ints(0, 9),
                                    (less, more) -> new Elastic(nodes - less, nodes + more))
                            .optional()
                            .draw(choices),
                    Generator.choice(Within.RACK, Within.POD)
                            .zip(Generator.booleans(), TopologyConstraint::new)
                            .optional()
                            .draw(choices),
                    Generator.booleans().draw(choices),
                    NAMES.list(0, 3).draw(choices));
        };
    }

    private static Generator<Program> program() {
        return choices ->
                new Program(
                        NAMES.optional().draw(choices),
                        TEXTS.map(text -> text + "x").optional().draw(choices),
                        TEXTS.map(text -> "#!/bin/bash\n" + text).draw(choices),
                        map(NAMES.map(name -> "V_" + name), TEXTS.optional()).draw(choices),
                        NAMES.list(0, 3).map(all -> all.stream().distinct().toList()).draw(choices),
                        Generator.choice(Launcher.values()).draw(choices),
                        Generator.booleans().draw(choices),
                        around().draw(choices));
    }

    private static Generator<Program.Context> around() {
        return choices ->
                new Program.Context(
                        Generator.choice(EnvironmentSpec.Kind.values())
                                .zip(NAMES.map(name -> "/" + name), EnvironmentSpec::new)
                                .optional()
                                .draw(choices),
                        Generator.booleans().draw(choices),
                        TEXTS.list(0, 3).draw(choices),
                        NAMES.zip(
                                        Generator.ints(1, 64),
                                        (folder, count) ->
                                                new SlurmVariables(
                                                        folder, count, Optional.of(count)))
                                .optional()
                                .draw(choices));
    }

    private static Generator<DatasetReference> data() {
        return NAMES.zip(
                Generator.ints(1, 999_999_999).optional(),
                (name, version) ->
                        new DatasetReference(
                                name, version.map(OptionalInt::of).orElse(OptionalInt.empty())));
    }

    private static Generator<Times> times() {
        return DURATIONS
                .optional()
                .map(least -> new Times(least.map(time -> time.plusMillis(1)), least));
    }

    private static Generator<CheckpointSpec> checkpoint() {
        return choices ->
                new CheckpointSpec(
                        NAMES.optional().draw(choices),
                        DURATIONS.optional().draw(choices),
                        Generator.choice(CheckpointSpec.Signal.values()).draw(choices),
                        DURATIONS.optional().draw(choices));
    }

    private static Generator<RetryPolicy> retry() {
        return choices -> {
            Duration pause = DURATIONS.draw(choices);
            return new RetryPolicy(
                    Generator.ints(1, 1_000).draw(choices),
                    pause,
                    pause.multipliedBy(3),
                    Set.copyOf(Generator.ints(1, 255).list(0, 4).map(Set::copyOf).draw(choices)),
                    NAMES.zip(Generator.choice(Action.values()), Rule::new)
                            .list(0, 3)
                            .draw(choices),
                    Generator.choice(RetryPolicy.Hung.values()).draw(choices));
        };
    }

    private static Generator<JobArray> array() {
        return Generator.ints(0, 1_000_000)
                .list(1, 20)
                .zip(
                        Generator.ints(1, 9_999).optional(),
                        (indices, most) ->
                                new JobArray(
                                        indices,
                                        most.map(OptionalInt::of).orElse(OptionalInt.empty())));
    }

    private static Generator<TrainingSpec> plan() {
        return choices -> {
            boolean tokens = Generator.booleans().draw(choices);
            Optional<Long> many = Optional.of(COUNTS.draw(choices));
            return new TrainingSpec(
                    Generator.choice("llama-3-8b", "layers=2,hidden=64").draw(choices),
                    many.filter(_ -> tokens),
                    many.filter(_ -> !tokens),
                    tokens ? 1 : Generator.ints(1, 100_000).draw(choices),
                    COUNTS.optional().draw(choices),
                    COUNTS.map(count -> count / 1_000_000_000 * 1_000_000 + 1_000_000)
                            .optional()
                            .draw(choices),
                    Generator.choice(TrainingSpec.Precision.values()).draw(choices),
                    Generator.choice(TrainingSpec.Method.values()).draw(choices));
        };
    }

    private static <T> Generator<Map<String, T>> map(Generator<String> keys, Generator<T> values) {
        return choices -> {
            Map<String, T> drawn = new LinkedHashMap<>();
            List<String> names = keys.list(0, 4).draw(choices);
            names.forEach(name -> drawn.put(name, values.draw(choices)));
            return drawn;
        };
    }
}
