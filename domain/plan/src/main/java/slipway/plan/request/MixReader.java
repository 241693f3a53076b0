package slipway.plan.request;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.text.UntrustedText;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.plan.MixPlan.Demand;
import slipway.plan.SpotFallback;
import slipway.plan.money.OfferFilter;
import slipway.plan.reliability.CheckpointOptimizerBytes;

/** Makes a demand of a wish, or tells everything that is wrong with it. */
public final class MixReader {

    private static final int MOST = 100_000;

    private final Catalog catalog;
    private final Path here;
    private final MixRequest wish;
    private final RequestReader requestReader = new RequestReader("slipway plan mix");

    /**
     * @param here from where the name of a file is meant
     */
    public MixReader(Catalog catalog, Path here, MixRequest wish) {
        this.catalog = catalog;
        this.here = here;
        this.wish = wish;
    }

    public Demand read() {
        Optional<Architecture> model = requestReader.model(catalog, here, wish.model());
        RequestReader.Accelerators wanted =
                requestReader.accelerators(catalog, List.of(wish.type()));
        if (wanted.count() > 0) {
            requestReader.wrong(
                    "--accelerators",
                    "%s has a number. How many is said by --baseline and --bursts."
                            .formatted(UntrustedText.quoted(wish.type())));
        }
        int baseline = requestReader.whole("--baseline", wish.baseline(), MOST);
        int bursts = requestReader.whole("--bursts", wish.bursts(), MOST);
        double share = requestReader.share("--burst-share", wish.share());
        Optional<Double> discount =
                wish.discount().map(it -> requestReader.share("--discount", it));
        Optional<Double> there = wish.there().map(it -> requestReader.share("--spot-there", it));
        requestReader.providers(catalog, wish.providers());
        requestReader.check();
        return new Demand(
                CheckpointOptimizerBytes.ADAM.saved(model.orElseThrow().parameters()),
                catalog.typesFor(wanted.types().getFirst()).getFirst().type(),
                baseline,
                bursts,
                share,
                discount,
                there.orElse(SpotFallback.THERE),
                new OfferFilter(
                        new HashSet<>(wish.providers()), new HashSet<>(wish.regions()), Set.of()));
    }
}
