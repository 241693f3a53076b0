package slipway.plan.training;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slipway.base.text.Format;

/** Describes a configuration: as one line for people, and as parameters for launchers. */
record SetUpDescription(TrainingConfiguration configuration) {

    String text() {
        var words = new ArrayList<String>();
        words.add(sharding());
        words.addAll(parallelism());
        words.add(recompute());
        words.add(
                "%s x %s tokens per accelerator"
                        .formatted(
                                count(configuration.batch().microBatch()),
                                count(configuration.batch().seq())));
        if (configuration.microBatches() > 1) {
            words.add(Format.count(Math.round(configuration.microBatches()), "accumulation step"));
        }
        words.add(
                configuration.method().dtype() == GemmDtype.BFLOAT16
                        ? "bf16"
                        : configuration.method().dtype().label());
        return String.join(", ", words);
    }

    private String sharding() {
        String over = count(configuration.layout().shardingGroup());
        if (configuration.layout().shardingGroup() <= 1) {
            return configuration.layout().accelerators() <= 1 ? "one accelerator" : "no copies";
        }
        return switch (configuration.method().sharding()) {
            case ALL -> "FSDP full shard over " + over;
            case GRADIENTS -> "FSDP over %s, weights gathered once a step".formatted(over);
            case OPTIMIZER -> over + " copies with a sharded optimizer";
            case NONE -> over + " whole copies";
        };
    }

    private List<String> parallelism() {
        ParallelLayout parallelLayout = configuration.layout();
        var cuts = new ArrayList<String>();
        addPart(cuts, "tensor parallel", parallelLayout.tp());
        addPart(cuts, "pipeline of", parallelLayout.pp());
        addPart(cuts, "interleaved", parallelLayout.virtualStages());
        addPart(cuts, "context parallel", parallelLayout.cp());
        addPart(cuts, "expert parallel", parallelLayout.ep());
        return cuts;
    }

    private static void addPart(List<String> cuts, String what, double parts) {
        if (parts > 1) {
            cuts.add(what + " " + count(parts));
        }
    }

    private String recompute() {
        double recomputeFraction = configuration.batch().recomputeFraction();
        if (recomputeFraction == 0) {
            return configuration.batch().recompute() == TrainingBatch.Recompute.SELECTIVE
                    ? "selective recompute"
                    : "no recompute";
        }
        double layers = Math.ceil(configuration.shape().layers() / configuration.layout().pp());
        return recomputeFraction >= 1
                ? "full recompute"
                : "recompute of %s of %s layers"
                        .formatted(count(Math.rint(recomputeFraction * layers)), count(layers));
    }

    Map<String, Long> parameters() {
        ParallelLayout parallelLayout = configuration.layout();
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("accelerators", Math.round(parallelLayout.accelerators()));
        numbers.put("tensor_parallel", Math.round(parallelLayout.tp()));
        numbers.put("pipeline_parallel", Math.round(parallelLayout.pp()));
        numbers.put("interleaved", Math.round(parallelLayout.virtualStages()));
        numbers.put("context_parallel", Math.round(parallelLayout.cp()));
        numbers.put("expert_parallel", Math.round(parallelLayout.ep()));
        numbers.put("data_parallel", Math.round(parallelLayout.dp()));
        numbers.put("micro_batch", Math.round(configuration.batch().microBatch()));
        numbers.put("global_batch", Math.round(configuration.batch().globalBatch()));
        numbers.put("sequence", Math.round(configuration.batch().seq()));
        numbers.put("accumulation_steps", Math.round(configuration.microBatches()));
        double layers = Math.ceil(configuration.shape().layers() / parallelLayout.pp());
        numbers.put(
                "recomputed_layers",
                Math.round(configuration.batch().recomputeFraction() * layers));
        return numbers;
    }

    private static String count(double number) {
        return Format.count(Math.round(number));
    }
}
