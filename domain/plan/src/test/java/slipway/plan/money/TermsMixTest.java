package slipway.plan.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.Money;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.plan.money.TermsMix.Level;
import slipway.plan.money.TermsMix.Market;
import slipway.plan.money.TermsMix.Part;
import slipway.plan.money.TermsMix.Spot;
import slipway.plan.reliability.CheckpointOptimizerBytes;
import slipway.plan.reliability.CheckpointScenario;
import slipway.plan.reliability.ReliabilityModel;

class TermsMixTest {

    private static final Instant NOW = Instant.parse("2026-09-17T12:00:00Z");
    private static final double MONTH = 730.5;
    private static final long TWO_BILLION = 2_000_000_000L;

    /** 16 accelerators always, 64 in a fifth of the time. */
    private static final List<Level> BURSTS = List.of(new Level(16, 0.8), new Level(64, 0.2));

    @TempDir private Path folder;

    /**
     * The worked example. A transformer of two billion weights is trained on A100-80GB at AWS: two machines always, and
     * six more for trials in a fifth of the hours. One-year reservations get 30 % off; spot has its typical price in
     * the catalog of that day and is available 90 % of the time; a checkpoint of 28 GB goes to storage of 5 GB/s.
     * Published savings of such a mix are 20 to 40 % against all on demand.
     */
    @Test
    void a_reserved_baseline_with_spot_bursts_saves_the_published_share() throws IOException {
        Files.writeString(
                folder.resolve("commitments.txt"), "provider | years | discount\naws | 1 | 30%\n");
        Catalog catalog = Catalog.withUserFiles(folder);
        Offers offers = Offers.of(catalog, NOW);
        Offer onDemand = offer(offers, PricingTerms.ON_DEMAND, "any");
        Offer reserved = offer(offers, PricingTerms.RESERVED, "any");
        Offer spot = offer(offers, PricingTerms.SPOT, "typical");
        var market =
                new Market(
                        onDemand.price().perHour(),
                        Optional.of(reserved.price().perHour()),
                        Optional.of(
                                new Spot(
                                        spot.price().perHour(),
                                        0.9,
                                        goodput(catalog, true),
                                        goodput(catalog, false))));
        TermsMix termsMix = TermsMix.ofBursts(BURSTS, MONTH, market);
        assertThat(termsMix.parts().stream().map(Part::terms))
                .containsExactly(PricingTerms.RESERVED, PricingTerms.SPOT, PricingTerms.ON_DEMAND);
        assertThat(termsMix.parts().getFirst().reason())
                .isEqualTo("16 reserved, in use 100\u202f% of the time");
        assertThat(termsMix.saving()).isBetween(0.20, 0.40);
    }

    @Test
    void no_other_number_of_reserved_accelerators_costs_less() {
        var market =
                new Market(
                        OfferPricingTest.price(4, 4, 4),
                        Optional.of(OfferPricingTest.price(3, 3, 3)),
                        spot(2));
        List<Level> demand =
                List.of(
                        new Level(8, 0.3),
                        new Level(24, 0.4),
                        new Level(40, 0.2),
                        new Level(96, 0.1));
        Money least = TermsMix.ofBursts(demand, 100, market).cost().value();
        for (int reserved = 0; reserved <= 100; reserved++) {
            assertThat(by(reserved, demand))
                    .isGreaterThanOrEqualTo(least.millionths() / 1e6 - 1e-6);
        }
    }

    /** The same cost computed by hand: 3 reserved, 0.9 of the rest at 2 / 0.95, 0.1 at 4. */
    private static double by(int reserved, List<Level> demand) {
        double above =
                demand.stream()
                        .mapToDouble(it -> Math.max(0, it.accelerators() - reserved) * it.share())
                        .sum();
        return 100 * (3 * reserved + above * (0.9 * 2 / 0.95 + 0.1 * 4));
    }

    @Test
    void spot_that_costs_more_than_it_saves_is_not_used() {
        var market = new Market(OfferPricingTest.price(2, 2, 2), Optional.empty(), spot(2));
        TermsMix termsMix = TermsMix.ofBursts(BURSTS, MONTH, market);
        assertThat(termsMix.parts().stream().map(Part::terms))
                .containsExactly(PricingTerms.ON_DEMAND);
        assertThat(termsMix.saving()).isCloseTo(0, within(1e-9));
    }

    @Test
    void a_run_with_slack_uses_spot_and_one_without_uses_on_demand() {
        var market = new Market(OfferPricingTest.price(4, 4, 4), Optional.empty(), spot(1));
        // 800 hours of work on 8: 100 hours at best, 117 on spot.
        assertThat(terms(800, 200, market)).containsExactly(PricingTerms.SPOT);
        assertThat(terms(800, 100, market)).containsExactly(PricingTerms.ON_DEMAND);
        TermsMix tight = TermsMix.ofDeadline(800, 8, 110, market);
        assertThat(tight.parts().stream().map(Part::terms))
                .containsExactly(PricingTerms.SPOT, PricingTerms.ON_DEMAND);
        double share = 10 / (100 / 0.9 / 0.95 - 100);
        assertThat(tight.parts().getLast().hours()).isCloseTo(800 * (1 - share), within(1e-6));
        assertThat(tight.saving()).isBetween(0.3, 0.75);
    }

    @Test
    void a_deadline_that_no_terms_can_meet_is_refused() {
        var market = new Market(OfferPricingTest.price(4, 4, 4), Optional.empty(), spot(1));
        assertThatThrownBy(() -> TermsMix.ofDeadline(800, 8, 99, market))
                .isInstanceOf(Problem.class)
                .hasMessage(
                        "The work takes 100.0 hours on 8 accelerators. The deadline is in 99.0 hours."
                                + " Take more accelerators, or more time.");
    }

    private static List<PricingTerms> terms(double work, double hours, Market market) {
        return TermsMix.ofDeadline(work, 8, hours, market).parts().stream()
                .map(Part::terms)
                .toList();
    }

    /** Spot that is available 90 % of the time with a goodput of 95 %. */
    private static Optional<Spot> spot(int price) {
        return Optional.of(new Spot(OfferPricingTest.price(price, price, price), 0.9, 0.95, 1));
    }

    private static double goodput(Catalog catalog, boolean spot) {
        var checkpointScenario =
                new CheckpointScenario(
                        CheckpointOptimizerBytes.ADAM.checkpoint(TWO_BILLION),
                        new CheckpointScenario.Machines("A100-80GB", 48, 8, spot),
                        Optional.empty(),
                        Optional.of(CheckpointScenario.Speed.of(Bytes.gigabytes(5))),
                        false,
                        Duration.ofDays(30));
        return ReliabilityModel.of(catalog).advise(checkpointScenario).goodput().value();
    }

    private static Offer offer(Offers offers, PricingTerms pricingTerms, String region) {
        return offers.of("A100-80GB", OfferFilter.ANY.from("aws").on(pricingTerms)).stream()
                .filter(it -> it.region().equals(region))
                .findFirst()
                .orElseThrow();
    }
}
