package slipway.plan.training;

import java.util.Comparator;
import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.catalog.TokenRate;
import slipway.plan.gp.ResidualCorrection;
import slipway.plan.table.FitSource;
import slipway.plan.table.FittedCoefficients;
import slipway.plan.training.TrainingAccelerators.Site;

/**
 * Predicts the throughput and the MFU of a training configuration: the physical model, corrected by measured
 * neighbors, with an interval.
 */
public final class TrainingModel {

    /** Set-ups of each family that are compared with neighbors. */
    private static final int SHORTLIST = 8;

    private final FittedCoefficients fittedCoefficients;
    private final GemmTables gemmTables = new GemmTables();
    private final TrainingNeighbors trainingNeighbors;

    public TrainingModel() {
        this(FitSource.BUNDLED);
    }

    /**
     * @param fitSource the source of coefficients, kernel parameters and neighbors
     */
    public TrainingModel(FitSource fitSource) {
        this.fittedCoefficients = fitSource.coefficients("coefficients.tsv");
        this.trainingNeighbors = new TrainingNeighbors(fitSource);
    }

    /** The numeric features by which neighbors are compared. */
    public static List<String> comparedFeatures() {
        return TrainingFeatures.NUMBERS;
    }

    /** Tokens per second and accelerator by the physical model alone. */
    public double physicalRate(TrainingConfiguration trainingConfiguration) {
        return trainingConfiguration.tokensPerStep()
                / StepTime.of(fittedCoefficients, gemmTables, trainingConfiguration);
    }

    /** The shortest set-ups of each family by the physical model alone. */
    public SetUpSearch.FoundSetUps search(TrainingTask trainingTask, Site site) {
        return SetUpSearch.shortest(model(site), SearchSpace.usual(trainingTask, site), SHORTLIST);
    }

    /** The same, with every set-up there is. */
    public SetUpSearch.FoundSetUps searchAll(TrainingTask trainingTask, Site site) {
        return SetUpSearch.exhaustive(
                model(site), SearchSpace.usual(trainingTask, site), SHORTLIST);
    }

    /** The shortest set-ups in a wide space, for benchmarks. */
    public SetUpSearch.FoundSetUps searchWide(TrainingTask trainingTask, Site site) {
        return SetUpSearch.shortest(model(site), SearchSpace.wide(trainingTask, site), SHORTLIST);
    }

    /** The same, with every set-up there is. */
    public SetUpSearch.FoundSetUps searchAllWide(TrainingTask trainingTask, Site site) {
        return SetUpSearch.exhaustive(model(site), SearchSpace.wide(trainingTask, site), SHORTLIST);
    }

    /** The breakdown of a step, scaled to the corrected step time. */
    public StepBreakdown stepBreakdown(TrainingConfiguration trainingConfiguration) {
        double seconds =
                trainingConfiguration.tokensPerStep()
                        / rate(trainingConfiguration).value().perSecond();
        return StepTime.breakdown(fittedCoefficients, gemmTables, trainingConfiguration)
                .scaledTo(seconds);
    }

    /**
     * Set-ups with corrected rates, the best first: the one with the highest lower bound. Of two that are equally fast,
     * that is the one more similar to measurements.
     */
    public List<Prospect> prospects(SetUpSearch.FoundSetUps found) {
        return found.shortest().stream()
                .map(it -> new Prospect(it, rate(it.configuration())))
                .sorted(Comparator.comparing((Prospect it) -> it.rate().low()).reversed())
                .toList();
    }

    private SetUpSearch.StepModel model(Site site) {
        return new SetUpSearch.StepModel(
                it -> StepTime.of(fittedCoefficients, gemmTables, it),
                frameworkFamily ->
                        trainingNeighbors.newestRelease(
                                frameworkFamily, site.rates().generation()));
    }

    public Estimate<TokenRate> rate(TrainingConfiguration trainingConfiguration) {
        ResidualCorrection correction = trainingNeighbors.correction(trainingConfiguration);
        double value = physicalRate(trainingConfiguration) * Math.exp(correction.shift());
        double span = Math.exp(correction.halfWidth());
        return new Estimate<>(
                new TokenRate(value),
                new TokenRate(value / span),
                new TokenRate(value * span),
                List.of(ground(correction)));
    }

    /** MFU of a prospect. Recomputation does not count as work. */
    public double mfu(Prospect prospect) {
        return mfu(prospect.configuration(), prospect.rate().value());
    }

    /** MFU (model FLOPs utilization): the operations of the model itself over the peak of the accelerators. */
    public double mfu(TrainingConfiguration trainingConfiguration, TokenRate rate) {
        ModelShape modelShape = trainingConfiguration.shape();
        LayerFlops layerFlops = trainingConfiguration.layerFlops();
        double layer =
                layerFlops.projections()
                        + layerFlops.mlp()
                        + layerFlops.experts()
                        + layerFlops.attention();
        double forward =
                modelShape.layers() * layer + 2 * modelShape.hidden() * modelShape.vocabulary();
        double back = trainingConfiguration.method().adapters().trained() ? 1 : 2;
        double operations = (1 + back) * forward * rate.perSecond();
        return operations
                / (trainingConfiguration.rates().peak(trainingConfiguration.method().dtype())
                        * 1e12);
    }

    /** The network rate that a step needs, by the physical model. */
    public NetworkDemand networkDemand(TrainingConfiguration trainingConfiguration) {
        return NetworkDemand.of(
                trainingConfiguration, it -> StepTime.of(fittedCoefficients, gemmTables, it));
    }

    /** Whether training was measured on such accelerators. */
    public boolean hasMeasurementsOn(Site site) {
        return trainingNeighbors.hasMeasurementsOn(site.rates().generation());
    }

    /** Whether the model was fitted to this very measurement. */
    public boolean wasFittedTo(TrainingConfiguration trainingConfiguration, double measured) {
        return trainingNeighbors.contains(
                trainingConfiguration, Math.log(measured / physicalRate(trainingConfiguration)));
    }

    private static String describeNeighbors(int neighbors) {
        return neighbors == 0
                ? "nothing much like it was measured"
                : "only %s".formatted(Format.count(neighbors, "measured neighbor"));
    }

    private static Ground ground(ResidualCorrection correction) {
        return correction.isExtrapolated()
                ? new Ground(
                        Source.COMPUTED,
                        "extrapolated: " + describeNeighbors(correction.neighbors()))
                : new Ground(
                        Source.MEASURED, Format.count(correction.neighbors(), "measured neighbor"));
    }

    /** A set-up with its corrected rate. */
    public record Prospect(SetUpSearch.SetUp setUp, Estimate<TokenRate> rate) {

        public TrainingConfiguration configuration() {
            return setUp.configuration();
        }
    }
}
