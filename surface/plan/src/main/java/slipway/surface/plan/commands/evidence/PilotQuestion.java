package slipway.surface.plan.commands.evidence;

import java.util.Optional;
import picocli.CommandLine.Option;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.NoBody;
import slipway.surface.plan.api.PilotRoutes;
import slipway.surface.plan.api.PilotRoutes.PilotView;

/** The options that describe the whole run. */
final class PilotQuestion {

    @Option(
            names = "--total",
            paramLabel = "STEPS",
            description = "Steps of the whole run. Default: as the script reports, or by its plan.")
    private Optional<Integer> total = Optional.empty();

    @Option(names = "--epoch", paramLabel = "STEPS", description = "Steps of an epoch.")
    private Optional<Integer> epoch = Optional.empty();

    @Option(
            names = "--save-every",
            paramLabel = "STEPS",
            description = "Steps between saveEvery. Default: by its spec, or as observed.")
    private Optional<Integer> saveEvery = Optional.empty();

    @Option(
            names = "--evaluate-every",
            paramLabel = "STEPS",
            description = "Steps between evaluations. Default: as observed.")
    private Optional<Integer> evaluateEvery = Optional.empty();

    @Option(
            names = "--sizes",
            paramLabel = "SIZES",
            description = "Other sizes, comma-separated: 2x, H200:16, seq=16384, model=NAME.")
    private Optional<String> sizes = Optional.empty();

    ApiCall<NoBody, PilotView> addTo(ApiCall<NoBody, PilotView> call) {
        ApiCall<NoBody, PilotView> apiCall = call;
        if (total.isPresent()) {
            apiCall = apiCall.query(PilotRoutes.TOTAL, total.get());
        }
        if (epoch.isPresent()) {
            apiCall = apiCall.query(PilotRoutes.EPOCH, epoch.get());
        }
        if (saveEvery.isPresent()) {
            apiCall = apiCall.query(PilotRoutes.SAVE_EVERY, saveEvery.get());
        }
        if (evaluateEvery.isPresent()) {
            apiCall = apiCall.query(PilotRoutes.EVALUATE_EVERY, evaluateEvery.get());
        }
        return sizes.isPresent() ? apiCall.query(PilotRoutes.SIZES, sizes.get()) : apiCall;
    }
}
