package slipway.plan.training;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slipway.base.text.Format;

/** A configuration for people and for launchers. */
record SetUpWords(TrainingConfiguration it) {

    String line() {
        var words = new ArrayList<String>();
        words.add(sharding());
        words.addAll(cuts());
        words.add(recompute());
        words.add(
                "%s x %s tokens per accelerator"
                        .formatted(count(it.batch().micro()), count(it.batch().seq())));
        if (it.micros() > 1) {
            words.add(Format.count(Math.round(it.micros()), "accumulation step"));
        }
        words.add(it.manner().dtype() == GemmDtype.BFLOAT16 ? "bf16" : it.manner().dtype().word());
        return String.join(", ", words);
    }

    private String sharding() {
        String over = count(it.layout().group());
        if (it.layout().group() <= 1) {
            return it.layout().all() <= 1 ? "one accelerator" : "no copies";
        }
        return switch (it.manner().sharding()) {
            case ALL -> "FSDP full shard over " + over;
            case GRADIENTS -> "FSDP over %s, weights gathered once a step".formatted(over);
            case OPTIMIZER -> over + " copies with a sharded optimizer";
            case NONE -> over + " whole copies";
        };
    }

    private List<String> cuts() {
        ParallelLayout parallelLayout = it.layout();
        var cuts = new ArrayList<String>();
        cut(cuts, "tensor parallel", parallelLayout.tensor());
        cut(cuts, "pipeline of", parallelLayout.pipeline());
        cut(cuts, "interleaved", parallelLayout.interleaved());
        cut(cuts, "context parallel", parallelLayout.context());
        cut(cuts, "expert parallel", parallelLayout.expert());
        return cuts;
    }

    private static void cut(List<String> cuts, String what, double parts) {
        if (parts > 1) {
            cuts.add(what + " " + count(parts));
        }
    }

    private String recompute() {
        double again = it.batch().again();
        if (again == 0) {
            return it.batch().stated() == TrainingBatch.Recompute.SELECTIVE
                    ? "selective recompute"
                    : "no recompute";
        }
        double layers = Math.ceil(it.shape().layers() / it.layout().pipeline());
        return again >= 1
                ? "full recompute"
                : "recompute of %s of %s layers"
                        .formatted(count(Math.rint(again * layers)), count(layers));
    }

    Map<String, Long> numbers() {
        ParallelLayout parallelLayout = it.layout();
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("accelerators", Math.round(parallelLayout.all()));
        numbers.put("tensor_parallel", Math.round(parallelLayout.tensor()));
        numbers.put("pipeline_parallel", Math.round(parallelLayout.pipeline()));
        numbers.put("interleaved", Math.round(parallelLayout.interleaved()));
        numbers.put("context_parallel", Math.round(parallelLayout.context()));
        numbers.put("expert_parallel", Math.round(parallelLayout.expert()));
        numbers.put("data_parallel", Math.round(parallelLayout.data()));
        numbers.put("micro_batch", Math.round(it.batch().micro()));
        numbers.put("global_batch", Math.round(it.batch().global()));
        numbers.put("sequence", Math.round(it.batch().seq()));
        numbers.put("accumulation_steps", Math.round(it.micros()));
        double layers = Math.ceil(it.shape().layers() / parallelLayout.pipeline());
        numbers.put("recomputed_layers", Math.round(it.batch().again() * layers));
        return numbers;
    }

    private static String count(double number) {
        return Format.count(Math.round(number));
    }
}
