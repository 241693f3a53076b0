package slipway.plan.training;

import static slipway.plan.training.FrameworkMemory.coefficient;
import static slipway.plan.training.FrameworkMemory.shared;

import java.util.List;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.plan.training.StageMemory.Stage;

/**
 * The peak memory of training on one accelerator of several. The first or the last pipeline stage is the fullest: the
 * first has most micro-batches in flight, the last computes the loss. The peak is at the start of the backward pass, in
 * a recomputed layer, or at the optimizer step. A search computes millions of peaks, so everything but the micro-batch
 * is computed once.
 */
final class TrainingMemory {

    private static final double GIGA = 1e9;
    private static final double GIB = 1L << 30;

    /** The share of the nominal size (in powers of two) that a program sees. */
    private static final double VISIBLE_SHARE = 0.985;

    /** Memory outside the allocator, as measured on an H200. */
    private static final double CUDA_CONTEXT = 1.54 * GIB;

    private static final double MAX_BYTES = 1e17;

    /** More micro-batches than any pipeline has stages. */
    private static final double UNLIMITED_MICRO_BATCHES = 1e9;

    /** The share of layers by which the least recomputation is exceeded, since bytes are rounded to whole ones. */
    private static final double ROUNDING = 2e-9;

    private static final double FIXED = shared("fixed") * GIB;
    private static final double WORKING = coefficient("working");

    /** The logarithm of the factor within which 90 % of measured peaks of unseen models lie. */
    private static final double WIDTH = coefficient("width");

    /** The same for frameworks without a measured peak. */
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
    private final StageMemory stages;
    // Bytes for each sequence of a micro-batch.
    private final double layerActivations;
    private final double layerInput;
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
        this.usable = VISIBLE_SHARE * acceleratorRates.memory() * GIB - CUDA_CONTEXT;
        this.paged = trainingMethod.savings().contains(MemorySaving.PAGED_STATES);
        this.stages = new StageMemory(modelShape, trainingMethod, parallelLayout, seq);
        this.layerActivations = stages.layerActivations(false);
        this.layerInput = stages.layerInput();
        boolean alone = parallelLayout.pp() == 1;
        this.last = stages.stage(alone && !modelShape.tiedEmbeddings() ? 2 : 1, true);
        this.first = alone ? last : stages.stage(1, false);
    }

    /** The same with selective recomputation. */
    private TrainingMemory(TrainingMemory other) {
        this.modelShape = other.modelShape;
        this.acceleratorRates = other.acceleratorRates;
        this.trainingMethod = other.trainingMethod;
        this.parallelLayout = other.parallelLayout;
        this.seq = other.seq;
        this.frameworkMemory = other.frameworkMemory;
        this.usable = other.usable;
        this.paged = other.paged;
        this.stages = other.stages;
        this.layerActivations = stages.layerActivations(true);
        this.layerInput = other.layerInput;
        this.first = other.first;
        this.last = other.last;
    }

    ModelShape shape() {
        return modelShape;
    }

    AcceleratorRates rates() {
        return acceleratorRates;
    }

    TrainingMethod method() {
        return trainingMethod;
    }

    ParallelLayout layout() {
        return parallelLayout;
    }

    double seq() {
        return seq;
    }

    /** The same with selective recomputation, which recomputes what is cheap. */
    TrainingMemory withSelectiveRecompute() {
        return new TrainingMemory(this);
    }

    /** Memory that a program can use, in gigabytes. */
    double usableGigabytes() {
        return usable / GIGA;
    }

    /** The peak in gigabytes, with unlimited micro-batches. */
    double peak(double microBatch, double recomputeFraction) {
        return peak(microBatch, recomputeFraction, UNLIMITED_MICRO_BATCHES);
    }

    /**
     * The peak in gigabytes.
     *
     * @param recomputeFraction the share of layers that are recomputed
     * @param microBatches micro-batches of a step
     */
    double peak(double microBatch, double recomputeFraction, double microBatches) {
        double most = stagePeak(first, microBatch, recomputeFraction, microBatches);
        if (parallelLayout.pp() > 1) {
            most = Math.max(most, stagePeak(last, microBatch, recomputeFraction, microBatches));
        }
        double all = most * frameworkMemory.reservedFactor() + FIXED;
        if (paged && all > usable) {
            all -= Math.min(last.optimizer(), all - usable);
        }
        return all / GIGA;
    }

    /** The peak over the nominal memory of the accelerator. */
    double fill(double microBatch, double recomputeFraction, double microBatches) {
        return peak(microBatch, recomputeFraction, microBatches) / acceleratorRates.memory();
    }

    /** The smallest share of layers to recompute so that the micro-batch fits. */
    double leastRecomputeFraction(double microBatch) {
        return leastRecomputeFraction(microBatch, UNLIMITED_MICRO_BATCHES);
    }

    double leastRecomputeFraction(double microBatch, double microBatches) {
        if (trainingMethod.family() == FrameworkFamily.LITGPT) {
            // LitGPT recomputes whether memory needs it or not.
            return trainingMethod.shardsWeights() ? 1 : 0;
        }
        double usableGigabytes = usableGigabytes();
        if (peak(microBatch, 0, microBatches) <= usableGigabytes) {
            return 0;
        }
        // torchtune recomputes all layers or none.
        if (trainingMethod.family() == FrameworkFamily.TUNE
                || peak(microBatch, 1, microBatches) >= usableGigabytes) {
            return 1;
        }
        double bytes = (usable - FIXED) / frameworkMemory.reservedFactor();
        return Math.clamp(
                ROUNDING
                        + Math.max(
                                fractionThatFits(first, microBatch, microBatches, bytes),
                                fractionThatFits(last, microBatch, microBatches, bytes)),
                0,
                1);
    }

    MemoryVerdict verdict(TrainingConfiguration it) {
        MemoryBreakdown memoryBreakdown =
                breakdown(
                        it.batch().microBatch(), it.batch().recomputeFraction(), it.microBatches());
        boolean fits = memoryBreakdown.total().count() <= usable;
        return new MemoryVerdict(
                peakEstimate(memoryBreakdown),
                bytes(Math.max(0, usable)),
                memoryBreakdown,
                fits ? List.of() : MemoryRemedies.of(it));
    }

    /** The peak with its interval. */
    Estimate<Bytes> peakEstimate(MemoryBreakdown memoryBreakdown) {
        double peak = memoryBreakdown.total().count();
        boolean weighed = trainingMethod.family().hasMeasuredPeaks();
        double span = Math.exp(weighed ? WIDTH : WIDTH_UNSEEN);
        Ground ground =
                weighed
                        ? new Ground(Source.MEASURED, "%d measured peaks".formatted(PEAKS))
                        : new Ground(
                                Source.COMPUTED,
                                "no peak of this framework was measured; %d of others were"
                                        .formatted(PEAKS));
        return new Estimate<>(
                memoryBreakdown.total(),
                new Bytes(Math.round(peak / span)),
                new Bytes(Math.round(peak * span)),
                List.of(ground));
    }

    MemoryBreakdown breakdown(double microBatch, double recomputeFraction, double microBatches) {
        boolean front =
                stagePeak(first, microBatch, recomputeFraction, microBatches)
                        > stagePeak(last, microBatch, recomputeFraction, microBatches);
        Stage stage = front ? first : last;
        double early = microBatches > 1 ? stage.gradients() : 0;
        double stored = activations(stage, microBatch, recomputeFraction, microBatches);
        double loss = stage.loss() * microBatch + stage.outputGradient();
        double working = recomputeFraction > 0 ? WORKING * layerActivations * microBatch : 0;
        boolean update = stage.gradients() > early + stored + Math.max(loss, working);
        double gradients = update ? stage.gradients() : early;
        double activations = update ? 0 : loss >= working ? stored : stored + working;
        double logits = update || loss < working ? 0 : loss;
        double all = stage.state() + gradients + activations + logits;
        double over = all * frameworkMemory.reservedFactor() + FIXED - usable;
        double gone = paged ? Math.clamp(over, 0, stage.optimizer()) : 0;
        return new MemoryBreakdown(
                bytes(stage.weights()),
                bytes(gradients),
                bytes(stage.optimizer() - gone),
                bytes(stage.gathered()),
                bytes(activations),
                bytes(logits),
                bytes(all * (frameworkMemory.reservedFactor() - 1)),
                bytes(FIXED));
    }

    /** Clamps absurd values of a table, so that the parts can still be added up. */
    private static Bytes bytes(double count) {
        return new Bytes(Math.round(Math.clamp(count, 0, MAX_BYTES)));
    }

    private double stagePeak(
            Stage stage, double microBatch, double recomputeFraction, double microBatches) {
        double early = microBatches > 1 ? stage.gradients() : 0;
        double loss = stage.loss() * microBatch + stage.outputGradient();
        double working = recomputeFraction > 0 ? WORKING * layerActivations * microBatch : 0;
        double backward =
                early
                        + activations(stage, microBatch, recomputeFraction, microBatches)
                        + Math.max(loss, working);
        return stage.state() + Math.max(backward, stage.gradients());
    }

    private double activations(
            Stage stage, double microBatch, double recomputeFraction, double microBatches) {
        return storedLayers(stage, microBatches)
                * microBatch
                * (recomputeFraction * layerInput + (1 - recomputeFraction) * layerActivations);
    }

    /** Layers whose activations are stored, counted once for each micro-batch in flight. */
    private double storedLayers(Stage stage, double microBatches) {
        return modelShape.layers() / parallelLayout.pp() * Math.min(stage.inFlight(), microBatches);
    }

    /** The recompute fraction at which a stage needs exactly this many bytes. */
    private double fractionThatFits(
            Stage stage, double microBatch, double microBatches, double bytes) {
        double early = microBatches > 1 ? stage.gradients() : 0;
        double loss =
                Math.max(
                        stage.loss() * microBatch + stage.outputGradient(),
                        WORKING * layerActivations * microBatch);
        double none =
                stage.state()
                        + early
                        + loss
                        + storedLayers(stage, microBatches) * microBatch * layerActivations;
        return (none - bytes)
                / (storedLayers(stage, microBatches)
                        * microBatch
                        * (layerActivations - layerInput));
    }
}
