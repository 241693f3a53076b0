package slipway.plan.training;

import static slipway.plan.training.FrameworkMemory.coefficient;
import static slipway.plan.training.FrameworkMemory.shared;

import java.util.List;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;

/**
 * What one accelerator of several must hold. Of the stages of a pipeline the first or the last is the fullest: one has
 * most micro-batches under way, the other takes the loss. Of the moments of a step it is the start of the backward
 * pass, a layer that is recomputed, or the update. A search asks for millions of peaks, so everything but the
 * micro-batch is reckoned once.
 */
final class TrainingMemory {

    private static final double GIGA = 1e9;
    private static final double GIB = 1L << 30;

    /** Of the nominal size, which counts in powers of two, a program sees this much. */
    private static final double VISIBLE = 0.985;

    /** Beside the allocator; as on an H200, where it was measured. */
    private static final double CONTEXT = 1.54 * GIB;

    private static final double MOST = 1e17;

    /** As many micro-batches as any pipeline needs. */
    private static final double MANY = 1e9;

    /** Kept in eight bits instead of sixteen: only the inputs of matrix products are. */
    private static final double EIGHT_BITS = 0.75;

    private static final double HIDDEN = shared("hidden");
    private static final double KEYS = shared("keys");
    private static final double INNER_GATED = shared("inner_gated");
    private static final double INNER_PLAIN = shared("inner_plain");
    private static final double FIXED = shared("fixed") * GIB;
    private static final double COMPILED = coefficient("compiled");
    private static final double CHUNKED = coefficient("chunked_loss");
    private static final double SELECTIVE = coefficient("selective");
    private static final double WORKING = coefficient("working");
    private static final double GATHERED = coefficient("gathered");
    private static final double WHOLE = coefficient("whole");
    private static final double PACKED = coefficient("packed");
    private static final double OFFLOADED = coefficient("offloaded");
    private static final double LORA = coefficient("lora");
    private static final double ADAPTER = coefficient("adapter");
    private static final double ADAPTER_V2 = coefficient("adapter_v2");

    /** The logarithm of the factor that holds nine of ten measured peaks of models that the fit had not seen. */
    private static final double WIDTH = coefficient("width");

    /** The same where the fit had seen nothing of the framework. */
    private static final double WIDTH_UNSEEN = coefficient("width_unseen");

    private static final long PEAKS = Math.round(coefficient("peaks"));

    private final ModelShape modelShape;
    private final AcceleratorRates acceleratorRates;
    private final TrainingMethod trainingMethod;
    private final ParallelLayout parallelLayout;
    private final double seq;

    private final FrameworkMemory frameworkMemory;
    private final double usable;
    private final boolean paged;
    // Bytes for each sequence of a micro-batch: of a layer as a whole, of its input alone.
    private final double kept;
    private final double edge;
    private final Stage first;
    private final Stage last;

    TrainingMemory(
            ModelShape modelShape,
            AcceleratorRates acceleratorRates,
            TrainingMethod trainingMethod,
            ParallelLayout parallelLayout,
            double seq) {
        this.modelShape = modelShape;
        this.acceleratorRates = acceleratorRates;
        this.trainingMethod = trainingMethod;
        this.parallelLayout = parallelLayout;
        this.seq = seq;
        this.frameworkMemory = FrameworkMemory.of(trainingMethod.family());
        this.usable = VISIBLE * acceleratorRates.memory() * GIB - CONTEXT;
        this.paged = saves(MemorySaving.PAGED_STATES);
        double tokens = seq / parallelLayout.context() / parallelLayout.tensor();
        this.kept = tokens * kept(false);
        this.edge =
                tokens
                        * 2
                        * modelShape.hidden()
                        * (saves(MemorySaving.OFFLOADED_INPUTS) ? OFFLOADED : 1);
        boolean alone = parallelLayout.pipeline() == 1;
        this.last = stage(alone && !modelShape.tied() ? 2 : 1, true);
        this.first = alone ? last : stage(1, false);
    }

    /** Like another but for what is recomputed by choice. */
    private TrainingMemory(TrainingMemory other) {
        this.modelShape = other.modelShape;
        this.acceleratorRates = other.acceleratorRates;
        this.trainingMethod = other.trainingMethod;
        this.parallelLayout = other.parallelLayout;
        this.seq = other.seq;
        this.frameworkMemory = other.frameworkMemory;
        this.usable = other.usable;
        this.paged = other.paged;
        this.kept = seq / parallelLayout.context() / parallelLayout.tensor() * kept(true);
        this.edge = other.edge;
        this.first = other.first;
        this.last = other.last;
    }

    /**
     * What a stage holds whatever the micro-batch, and what its loss takes.
     *
     * @param flight so many micro-batches are under way at most
     * @param loss for each sequence of a micro-batch
     * @param head what the loss takes besides
     */
    private record Stage(
            double weights,
            double gradients,
            double optimizer,
            double gathered,
            double flight,
            double loss,
            double head) {

        double state() {
            return weights + optimizer + gathered;
        }
    }

    ModelShape shape() {
        return modelShape;
    }

    AcceleratorRates rates() {
        return acceleratorRates;
    }

    TrainingMethod manner() {
        return trainingMethod;
    }

    ParallelLayout layout() {
        return parallelLayout;
    }

    double seq() {
        return seq;
    }

    /** The same where only what costs little is recomputed. */
    TrainingMemory choosing() {
        return new TrainingMemory(this);
    }

    /** What may be held, in gigabytes. */
    double room() {
        return usable / GIGA;
    }

    /** In gigabytes, with as many micro-batches as may be. */
    double peak(double micro, double again) {
        return peak(micro, again, MANY);
    }

    /**
     * In gigabytes.
     *
     * @param again the share of layers that is recomputed
     * @param micros micro-batches of a step
     */
    double peak(double micro, double again, double micros) {
        double most = most(first, micro, again, micros);
        if (parallelLayout.pipeline() > 1) {
            most = Math.max(most, most(last, micro, again, micros));
        }
        double all = most * frameworkMemory.reserved() + FIXED;
        if (paged && all > usable) {
            all -= Math.min(last.optimizer, all - usable);
        }
        return all / GIGA;
    }

    /** The peak over what the accelerator is said to have. */
    double full(double micro, double again, double micros) {
        return peak(micro, again, micros) / acceleratorRates.memory();
    }

    /** The least share of layers that has to be recomputed for the micro-batch to fit. */
    double recomputed(double micro) {
        return recomputed(micro, MANY);
    }

    double recomputed(double micro, double micros) {
        if (trainingMethod.family() == FrameworkFamily.LITGPT) {
            // As it comes, whether it has to or not.
            return trainingMethod.sharded() ? 1 : 0;
        }
        double room = room();
        if (peak(micro, 0, micros) <= room) {
            return 0;
        }
        // torchtune knows all or nothing.
        if (trainingMethod.family() == FrameworkFamily.TUNE || peak(micro, 1, micros) >= room) {
            return 1;
        }
        double bytes = (usable - FIXED) / frameworkMemory.reserved();
        return Math.clamp(
                Math.max(share(first, micro, micros, bytes), share(last, micro, micros, bytes)),
                0,
                1);
    }

    MemoryVerdict verdict(TrainingConfiguration it) {
        MemoryBreakdown memoryBreakdown =
                parts(it.batch().micro(), it.batch().again(), it.micros());
        boolean fits = memoryBreakdown.sum().count() <= usable;
        return new MemoryVerdict(
                held(memoryBreakdown),
                bytes(Math.max(0, usable)),
                memoryBreakdown,
                fits ? List.of() : MemoryRemedies.of(it));
    }

    /** The sum of the parts, as far as it is known. */
    Estimate<Bytes> held(MemoryBreakdown memoryBreakdown) {
        double peak = memoryBreakdown.sum().count();
        boolean weighed = trainingMethod.family().isWeighed();
        double span = Math.exp(weighed ? WIDTH : WIDTH_UNSEEN);
        Ground ground =
                weighed
                        ? new Ground(Source.MEASURED, "%d measured peaks".formatted(PEAKS))
                        : new Ground(
                                Source.COMPUTED,
                                "no peak of this framework was measured; %d of others were"
                                        .formatted(PEAKS));
        return new Estimate<>(
                memoryBreakdown.sum(),
                new Bytes(Math.round(peak / span)),
                new Bytes(Math.round(peak * span)),
                List.of(ground));
    }

    MemoryBreakdown parts(double micro, double again, double micros) {
        boolean front = most(first, micro, again, micros) > most(last, micro, again, micros);
        Stage stage = front ? first : last;
        double early = micros > 1 ? stage.gradients : 0;
        double stored = stored(stage, micro, again, micros);
        double loss = stage.loss * micro + stage.head;
        double working = again > 0 ? WORKING * kept * micro : 0;
        boolean update = stage.gradients > early + stored + Math.max(loss, working);
        double gradients = update ? stage.gradients : early;
        double activations = update ? 0 : loss >= working ? stored : stored + working;
        double logits = update || loss < working ? 0 : loss;
        double all = stage.state() + gradients + activations + logits;
        double over = all * frameworkMemory.reserved() + FIXED - usable;
        double gone = paged ? Math.clamp(over, 0, stage.optimizer) : 0;
        return new MemoryBreakdown(
                bytes(stage.weights),
                bytes(gradients),
                bytes(stage.optimizer - gone),
                bytes(stage.gathered),
                bytes(activations),
                bytes(logits),
                bytes(all * (frameworkMemory.reserved() - 1)),
                bytes(FIXED));
    }

    /** Whatever somebody writes into a table, the parts can still be added up. */
    private static Bytes bytes(double count) {
        return new Bytes(Math.round(Math.clamp(count, 0, MOST)));
    }

    private double most(Stage stage, double micro, double again, double micros) {
        double early = micros > 1 ? stage.gradients : 0;
        double loss = stage.loss * micro + stage.head;
        double working = again > 0 ? WORKING * kept * micro : 0;
        double backward = early + stored(stage, micro, again, micros) + Math.max(loss, working);
        return stage.state() + Math.max(backward, stage.gradients);
    }

    private double stored(Stage stage, double micro, double again, double micros) {
        return deep(stage, micros) * micro * (again * edge + (1 - again) * kept);
    }

    /** Layers whose activations are there, each counted as often as micro-batches are under way. */
    private double deep(Stage stage, double micros) {
        return modelShape.layers() / parallelLayout.pipeline() * Math.min(stage.flight, micros);
    }

    /** The share at which a stage takes just so many bytes. */
    private double share(Stage stage, double micro, double micros, double bytes) {
        double early = micros > 1 ? stage.gradients : 0;
        double loss = Math.max(stage.loss * micro + stage.head, WORKING * kept * micro);
        double none = stage.state() + early + loss + deep(stage, micros) * micro * kept;
        return (none - bytes) / (deep(stage, micros) * micro * (kept - edge));
    }

    /** Bytes of a token in a layer, kept for the backward pass; on all tensor ranks together. */
    private double kept(boolean selective) {
        double inner = modelShape.gated() > 0 ? INNER_GATED : INNER_PLAIN;
        double bytes =
                HIDDEN * modelShape.hidden()
                        + KEYS * modelShape.kv() * modelShape.head()
                        + inner * modelShape.inner();
        if (modelShape.hasExperts()) {
            bytes += 4 * modelShape.routed().active() * modelShape.hidden();
        }
        bytes *= frameworkMemory.kept() * (saves(MemorySaving.COMPILED) ? COMPILED : 1) * tuned();
        FrameworkFamily frameworkFamily = trainingMethod.family();
        if (trainingMethod.dtype() != GemmDtype.BFLOAT16
                && frameworkFamily.isFused()
                && frameworkFamily != FrameworkFamily.TITAN) {
            bytes *= EIGHT_BITS;
        }
        if (selective && frameworkFamily == FrameworkFamily.TITAN) {
            bytes *= SELECTIVE;
        }
        boolean scores = trainingMethod.old() && !selective;
        return bytes + (scores ? 5 * modelShape.heads() * seq : 0);
    }

    private double tuned() {
        if (!trainingMethod.adapters()) {
            return 1;
        }
        if (trainingMethod.addsTokens()) {
            return ADAPTER;
        }
        return trainingMethod.scalesProducts() ? ADAPTER_V2 : LORA;
    }

    private Stage stage(double tables, boolean closing) {
        double layer = layer();
        double table = modelShape.vocabulary() * modelShape.hidden() / parallelLayout.tensor();
        double flight = closing ? 1 : flight();
        double tokens = seq / parallelLayout.context() / parallelLayout.tensor();
        boolean chunked = saves(MemorySaving.CHUNKED_LOSS);
        double loss =
                closing
                        ? (chunked ? CHUNKED : frameworkMemory.loss())
                                * tokens
                                * modelShape.vocabulary()
                        : 0;
        // Whole logits outweigh the gradient of the output; chunks do not.
        double head = closing && chunked && !trainingMethod.adapters() ? 2 * table : 0;
        double few = 2 * (GATHERED * layer + tables * table);
        double body = modelShape.layers() / parallelLayout.pipeline() * layer;
        double group = parallelLayout.group();
        boolean shares = trainingMethod.sharded() && group > 1;
        if (trainingMethod.adapters()) {
            double one = trainingMethod.dtype() == GemmDtype.BFLOAT16 ? 2 : 1;
            double size = body * (trainingMethod.packed() ? PACKED : one) + tables * table * one;
            double gathered =
                    trainingMethod.family() == FrameworkFamily.LITGPT ? WHOLE * size : few;
            return shares
                    ? new Stage(size / group, 0, 0, gathered, flight, loss, head)
                    : new Stage(size, 0, 0, 0, flight, loss, head);
        }
        double all = body + tables * table;
        if (saves(MemorySaving.ON_HOST)) {
            return new Stage(0, 0, 0, shares ? few : 2 * all, flight, loss, head);
        }
        // A pipeline gathers once for all micro-batches, and adds up whole gradients.
        boolean piped = parallelLayout.pipeline() > 1;
        boolean stays = trainingMethod.sharding() == Sharding.GRADIENTS || piped;
        double gradient = saves(MemorySaving.UPDATE_IN_BACKWARD) ? 0 : frameworkMemory.gradient();
        double optimizer = saves(MemorySaving.EIGHT_BIT_STATES) ? 2 : frameworkMemory.optimizer();
        return new Stage(
                all * frameworkMemory.weight() / (shares ? group : 1),
                all * gradient / (shares && !piped ? group : 1),
                all * optimizer / (trainingMethod.sharding().sharesStates() ? group : 1),
                shares ? (stays ? 2 * all : few) : 0,
                flight,
                loss,
                head);
    }

    /** Micro-batches under way in the first stage, one after another and in turns. */
    private double flight() {
        double stages = parallelLayout.pipeline();
        double turns = parallelLayout.interleaved();
        return turns > 1 ? stages + (stages - 1) / turns : stages;
    }

    /** Weights of one layer on one rank: experts are spread over their own ranks, not cut. */
    private double layer() {
        LayerFlops layerFlops = LayerFlops.of(modelShape, seq);
        double dense = (layerFlops.project() + layerFlops.mlp()) / 2 / parallelLayout.tensor();
        return dense + layerFlops.allExperts(modelShape) / parallelLayout.expert();
    }

    private boolean saves(MemorySaving memorySaving) {
        Set<MemorySaving> savings = trainingMethod.savings();
        return savings.contains(memorySaving);
    }
}
