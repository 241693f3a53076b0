package slipway.plan.request;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.text.UntrustedText;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.plan.money.OfferFilter;
import slipway.plan.money.TermsMix;
import slipway.plan.reliability.CheckpointOptimizerBytes;

/** Parses and checks a mix request; all mistakes are one problem. */
final class MixRequestParser {

    private static final int MAX_ACCELERATORS = 100_000;

    private final Catalog catalog;
    private final Path folder;
    private final MixRequest request;
    private final RequestValues requestValues = new RequestValues("slipway plan mix");

    /**
     * @param folder the folder of a named file
     */
    MixRequestParser(Catalog catalog, Path folder, MixRequest request) {
        this.catalog = catalog;
        this.folder = folder;
        this.request = request;
    }

    BurstDemand read() {
        Optional<Architecture> model = requestValues.model(catalog, folder, request.model());
        RequestValues.Accelerators wanted =
                requestValues.accelerators(catalog, List.of(request.type()));
        if (wanted.count() > 0) {
            requestValues.mistake(
                    "--accelerators",
                    "%s has a number. How many is said by --baseline and --bursts."
                            .formatted(UntrustedText.quoted(request.type())));
        }
        int baseline =
                requestValues.whole("--baseline", request.demand().baseline(), MAX_ACCELERATORS);
        int bursts = requestValues.whole("--bursts", request.demand().bursts(), MAX_ACCELERATORS);
        double share = requestValues.share("--burst-share", request.demand().share());
        Optional<Double> discount =
                request.discount().map(it -> requestValues.share("--discount", it));
        Optional<Double> there = request.there().map(it -> requestValues.share("--spot-there", it));
        requestValues.providers(catalog, request.providers());
        requestValues.check();
        return new BurstDemand(
                CheckpointOptimizerBytes.ADAM.checkpoint(model.orElseThrow().parameters()),
                catalog.typesFor(wanted.types().getFirst()).getFirst().type(),
                baseline,
                bursts,
                share,
                discount,
                there.orElse(TermsMix.Spot.DEFAULT_AVAILABILITY),
                new OfferFilter(
                        new HashSet<>(request.providers()),
                        new HashSet<>(request.regions()),
                        Set.of()));
    }
}
