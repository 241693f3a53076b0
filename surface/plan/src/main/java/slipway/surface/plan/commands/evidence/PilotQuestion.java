package slipway.surface.plan.commands.evidence;

import java.util.Optional;
import picocli.CommandLine.Option;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.NoBody;
import slipway.surface.plan.api.PilotRoutes;
import slipway.surface.plan.api.PilotRoutes.PilotView;

/** What the whole run is like that is planned from a pilot. */
final class PilotQuestion {

    @Option(
            names = "--total",
            paramLabel = "STEPS",
            description = "Steps of the whole run; left out, what the script says or its plan.")
    private Optional<Integer> total = Optional.empty();

    @Option(names = "--epoch", paramLabel = "STEPS", description = "Steps of an epoch.")
    private Optional<Integer> epoch = Optional.empty();

    @Option(
            names = "--save-every",
            paramLabel = "STEPS",
            description = "It saves so often; left out, as its spec says or as it was seen to.")
    private Optional<Integer> saves = Optional.empty();

    @Option(
            names = "--evaluate-every",
            paramLabel = "STEPS",
            description = "It evaluates so often; left out, as it was seen to.")
    private Optional<Integer> evaluates = Optional.empty();

    @Option(
            names = "--sizes",
            paramLabel = "SIZES",
            description = "Other sizes: 2x, H200:16, seq=16384, model=NAME, with commas between.")
    private Optional<String> sizes = Optional.empty();

    ApiCall<NoBody, PilotView> in(ApiCall<NoBody, PilotView> asked) {
        ApiCall<NoBody, PilotView> apiCall = asked;
        if (total.isPresent()) {
            apiCall = apiCall.query(PilotRoutes.TOTAL, total.get());
        }
        if (epoch.isPresent()) {
            apiCall = apiCall.query(PilotRoutes.EPOCH, epoch.get());
        }
        if (saves.isPresent()) {
            apiCall = apiCall.query(PilotRoutes.SAVE_EVERY, saves.get());
        }
        if (evaluates.isPresent()) {
            apiCall = apiCall.query(PilotRoutes.EVALUATE_EVERY, evaluates.get());
        }
        return sizes.isPresent() ? apiCall.query(PilotRoutes.SIZES, sizes.get()) : apiCall;
    }
}
