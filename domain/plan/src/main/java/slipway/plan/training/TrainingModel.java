package slipway.plan.training;

import java.util.Comparator;
import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.catalog.TokenRate;
import slipway.plan.table.FitSource;
import slipway.plan.table.FittedCoefficients;
import slipway.plan.training.TrainingAccelerators.Site;

/**
 * Predicts the throughput and MFU of a training configuration: the physical model, corrected by measured neighbours,
 * with an interval.
 */
public final class TrainingModel {

    /** So many of each family are held against neighbours. */
    private static final int FEW = 8;

    private final FittedCoefficients fittedCoefficients;
    private final GemmTables gemmTables = new GemmTables();
    private final TrainingNeighbours trainingNeighbours;

    public TrainingModel() {
        this(FitSource.BUNDLED);
    }

    /**
     * @param fitSource of which it reads coefficients, likeness and neighbours
     */
    public TrainingModel(FitSource fitSource) {
        this.fittedCoefficients = fitSource.coefficients("coefficients.tsv");
        this.trainingNeighbours = new TrainingNeighbours(fitSource);
    }

    /** The numbers by which neighbours are compared, as their table names them. */
    public static List<String> compared() {
        return TrainingFeatures.NUMBERS;
    }

    /** By the physical model alone, in tokens a second for each accelerator. */
    public double computed(TrainingConfiguration trainingConfiguration) {
        return trainingConfiguration.tokensOfStep()
                / StepTime.of(fittedCoefficients, gemmTables, trainingConfiguration);
    }

    /** The shortest few set-ups of each family by the physical model alone. */
    public SetUpSearch.Found search(TrainingTask trainingTask, Site site) {
        return SetUpSearch.shortest(model(site), SearchSpace.usual(trainingTask, site), FEW);
    }

    /** The same, with every set-up there is. */
    public SetUpSearch.Found searchAll(TrainingTask trainingTask, Site site) {
        return SetUpSearch.ofAll(model(site), SearchSpace.usual(trainingTask, site), FEW);
    }

    /** The shortest in a space of everything that divides, whether or not a framework combines it. */
    public SetUpSearch.Found searchWide(TrainingTask trainingTask, Site site) {
        return SetUpSearch.shortest(model(site), SearchSpace.wide(trainingTask, site), FEW);
    }

    /** The same, with every set-up there is. */
    public SetUpSearch.Found searchAllWide(TrainingTask trainingTask, Site site) {
        return SetUpSearch.ofAll(model(site), SearchSpace.wide(trainingTask, site), FEW);
    }

    /** What a step is made of, where it takes as long as the corrected rate says. */
    public StepBreakdown step(TrainingConfiguration trainingConfiguration) {
        double seconds =
                trainingConfiguration.tokensOfStep()
                        / rate(trainingConfiguration).value().perSecond();
        return StepTime.parts(fittedCoefficients, gemmTables, trainingConfiguration)
                .lasting(seconds);
    }

    /**
     * What was found, the best first: that whose rate is least likely to disappoint. Of two
     * that should be equally fast it is the one that resembles what was measured.
     */
    public List<Prospect> prospects(SetUpSearch.Found found) {
        return found.shortest().stream()
                .map(it -> new Prospect(it, rate(it.configuration())))
                .sorted(Comparator.comparing((Prospect it) -> it.rate().low()).reversed())
                .toList();
    }

    private SetUpSearch.Model model(Site site) {
        return new SetUpSearch.Model(
                it -> StepTime.of(fittedCoefficients, gemmTables, it),
                frameworkFamily ->
                        trainingNeighbours.newest(frameworkFamily, site.rates().generation()));
    }

    public Estimate<TokenRate> rate(TrainingConfiguration trainingConfiguration) {
        Correction correction = trainingNeighbours.of(trainingConfiguration);
        double value = computed(trainingConfiguration) * Math.exp(correction.shift());
        double width = trainingNeighbours.width(trainingConfiguration);
        double span = Math.exp(width * correction.deviation());
        return new Estimate<>(
                new TokenRate(value),
                new TokenRate(value / span),
                new TokenRate(value * span),
                List.of(ground(correction)));
    }

    /**
     * The share of the peak that goes into the model itself, forward and backward once; nothing that is recomputed
     * counts.
     */
    public double ofPeak(Prospect prospect) {
        return ofPeak(prospect.configuration(), prospect.rate().value());
    }

    /** MFU (model FLOPs utilization): the operations of the model itself over the peak of the accelerators. */
    public double ofPeak(TrainingConfiguration trainingConfiguration, TokenRate rate) {
        ModelShape modelShape = trainingConfiguration.shape();
        LayerFlops layerFlops = trainingConfiguration.work();
        double layer =
                layerFlops.project() + layerFlops.mlp() + layerFlops.experts() + layerFlops.core();
        double forward =
                modelShape.layers() * layer + 2 * modelShape.hidden() * modelShape.vocabulary();
        double back = trainingConfiguration.manner().adapters() ? 1 : 2;
        double operations = (1 + back) * forward * rate.perSecond();
        return operations
                / (trainingConfiguration.rates().peak(trainingConfiguration.manner().dtype())
                        * 1e12);
    }

    /** What a step needs of the network between machines, by the physical model. */
    public NetworkDemand network(TrainingConfiguration trainingConfiguration) {
        return NetworkDemand.of(
                trainingConfiguration, it -> StepTime.of(fittedCoefficients, gemmTables, it));
    }

    /** Whether anybody has measured training on such accelerators. */
    public boolean hasSeen(Site site) {
        return trainingNeighbours.hasSeen(site.rates().generation());
    }

    /** Whether the model was fitted to this very measurement. */
    public boolean knows(TrainingConfiguration trainingConfiguration, double measured) {
        return trainingNeighbours.holds(
                trainingConfiguration, Math.log(measured / computed(trainingConfiguration)));
    }

    private static String few(int neighbours) {
        return neighbours == 0
                ? "nothing much like it was measured"
                : "only %s".formatted(Format.count(neighbours, "measured neighbour"));
    }

    private static Ground ground(Correction correction) {
        return correction.isExtrapolated()
                ? new Ground(Source.COMPUTED, "extrapolated: " + few(correction.neighbours()))
                : new Ground(
                        Source.MEASURED,
                        Format.count(correction.neighbours(), "measured neighbour"));
    }

    /** A set-up, and how fast it trains by what neighbours make of the physical model. */
    public record Prospect(SetUpSearch.SetUp setUp, Estimate<TokenRate> rate) {

        public TrainingConfiguration configuration() {
            return setUp.configuration();
        }
    }
}
