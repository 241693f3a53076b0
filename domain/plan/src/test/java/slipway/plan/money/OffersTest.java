package slipway.plan.money;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.Money;
import slipway.catalog.Catalog;

class OffersTest {

    private static final Instant SEPTEMBER = Instant.parse("2026-09-17T12:00:00Z");
    private static final Instant NEXT_MARCH = Instant.parse("2027-03-17T12:00:00Z");

    @TempDir private Path folder;

    private final Offers offers = Offers.of(Catalog.bundled(), SEPTEMBER);

    @Test
    void offers_come_cheapest_first_and_none_of_them_is_doubted_or_older_than_a_year() {
        assertThat(offers.types()).contains("H100", "A100-80GB", "H200");
        for (String type : offers.types()) {
            List<Offer> chosen = offers.of(type);
            assertThat(chosen)
                    .as(type)
                    .isSortedAccordingTo(
                            (one, other) ->
                                    one.price()
                                            .perHour()
                                            .value()
                                            .compareTo(other.price().perHour().value()))
                    .allMatch(
                            it ->
                                    it.price().refusal().isEmpty()
                                            && it.price().ageDays().orElseThrow() <= 365);
        }
        // mithril's lowest bid and azure's 12 accelerators of 8 would have been the cheapest.
        assertThat(offers.of("H100")).noneMatch(it -> it.provider().equals("mithril"));
        assertThat(offers.all("H100")).anyMatch(it -> it.provider().equals("mithril"));
    }

    @Test
    void a_price_older_than_a_year_is_chosen_only_from_a_provider_that_was_named() {
        Offers later = Offers.of(Catalog.bundled(), NEXT_MARCH);
        assertThat(later.of("H100")).noneMatch(it -> it.provider().equals("oci"));
        List<Offer> named = later.of("H100", OfferFilter.ANY.from("oci"));
        assertThat(named).hasSize(1);
        assertThat(named.getFirst().price().refusal().orElseThrow().reason())
                .isEqualTo("listed 552 days ago, more than 365");
        assertThat(later.of("H100", OfferFilter.ANY.from("mithril"))).isEmpty();
    }

    @Test
    void a_price_on_demand_is_certain_for_ninety_days_and_then_wider_by_its_drift() {
        Offer lambda = lambda(offers);
        assertThat(lambda.price().perHour().low()).isEqualTo(lambda.price().perHour().high());
        assertThat(lambda.price().note())
                .isEqualTo(
                        "lambda gpu_8x_h100_sxm5 on demand (any), listed 45 days ago, by sky:v8/lambda");
        Offer aged = lambda(Offers.of(Catalog.bundled(), NEXT_MARCH));
        assertThat(aged.price().perHour().low()).isLessThan(aged.price().perHour().value());
        assertThat(aged.price().perHour().high()).isGreaterThan(aged.price().perHour().value());
    }

    @Test
    void a_spot_price_is_never_certain_and_never_above_the_same_machine_on_demand() {
        List<Offer> spot = offers.of("H100", OfferFilter.ANY.from("aws").on(PricingTerms.SPOT));
        assertThat(spot).hasSizeGreaterThan(10); // the lists, and each region that was watched
        Money most =
                offers.of("H100", OfferFilter.ANY.from("aws").on(PricingTerms.ON_DEMAND))
                        .getLast()
                        .price()
                        .perHour()
                        .high();
        assertThat(spot)
                .allMatch(
                        it ->
                                it.price().perHour().low().compareTo(it.price().perHour().value())
                                        < 0)
                .allMatch(
                        it ->
                                it.price().perHour().high().compareTo(it.price().perHour().value())
                                        > 0)
                .allMatch(it -> it.price().perHour().high().compareTo(most) <= 0);
    }

    @Test
    void the_interval_of_a_region_contains_its_market_prices_of_the_last_quarter() {
        var history =
                Catalog.bundled().spotHistories("p5.48xlarge").stream()
                        .filter(it -> it.region().equals("us-east-1"))
                        .findFirst()
                        .orElseThrow();
        Offer here =
                offers
                        .of("H100", OfferFilter.ANY.within("us-east-1").on(PricingTerms.SPOT))
                        .stream()
                        .filter(it -> it.region().equals("us-east-1"))
                        .findFirst()
                        .orElseThrow();
        assertThat(here.price().perHour().value().millionths())
                .isEqualTo(history.latestPrice().millionths() / 8);
        assertThat(here.price().perHour().low().millionths())
                .isLessThanOrEqualTo(history.quantile(0.05, 13).millionths() / 8);
        assertThat(here.price().perHour().grounds().getFirst().sentence())
                .contains("13 weeks of the market's history");
    }

    @Test
    void the_cheapest_region_may_be_full_so_its_interval_reaches_to_the_typical_one() {
        Offer cheapest = spot("cheapest");
        Offer typical = spot("typical");
        assertThat(cheapest.price().perHour().value())
                .isLessThan(typical.price().perHour().value());
        assertThat(cheapest.price().perHour().high())
                .isGreaterThanOrEqualTo(typical.price().perHour().value());
    }

    private Offer spot(String region) {
        return offers.of("H100", OfferFilter.ANY.from("gcp").on(PricingTerms.SPOT)).stream()
                .filter(it -> it.region().equals(region))
                .filter(it -> it.machine().equals(Optional.of("a3-highgpu-8g")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_best_offers_are_exactly_those_that_no_other_dominates() {
        List<Offer> all = offers.of("H100");
        List<Offer> best = offers.best("H100", OfferFilter.ANY);
        assertThat(best).isSubsetOf(all).hasSizeLessThan(all.size() / 2);
        for (Offer one : best) {
            assertThat(best).noneMatch(it -> !it.equals(one) && it.beats(one));
        }
        assertThat(all)
                .allMatch(it -> best.stream().anyMatch(one -> one.equals(it) || one.beats(it)));
    }

    @Test
    void a_machine_is_billed_as_a_whole_and_its_accelerators_share_its_network() {
        Offer aws =
                offers.of("H100", OfferFilter.ANY.from("aws").on(PricingTerms.ON_DEMAND)).stream()
                        .filter(it -> it.perMachine() == 8)
                        .findFirst()
                        .orElseThrow();
        assertThat(aws.machines(12)).isEqualTo(2);
        assertThat(aws.billedAccelerators(12)).isEqualTo(16);
        // 32 ports of 100 Gb/s for 8 accelerators.
        assertThat(aws.network()).contains(new Bytes(50_000_000_000L));
    }

    @Test
    void commitments_and_own_hardware_of_the_user_are_offers_too() throws IOException {
        Files.writeString(
                folder.resolve("commitments.txt"),
                """
                provider | years | discount
                aws      | 3     | 35%
                """);
        Files.writeString(
                folder.resolve("own.txt"),
                """
                name | type | purchase | years | residual | watts | PUE | kWh   | space | people
                hall | H100 | $38000   | 4     | $4000    | 1100W | 1.3 | $0.18 | $60   | $90
                """);
        Offers mine = Offers.of(Catalog.withUserFiles(folder), SEPTEMBER);
        Offer full =
                mine.of("H100", OfferFilter.ANY.from("aws").on(PricingTerms.ON_DEMAND)).getFirst();
        Offer reserved = mine.of("H100", OfferFilter.ANY.on(PricingTerms.RESERVED)).getFirst();
        assertThat((double) reserved.price().perHour().value().millionths())
                .isEqualTo(full.price().perHour().value().millionths() * 0.65);
        Offer own = mine.of("H100", OfferFilter.ANY.on(PricingTerms.OWN)).getFirst();
        assertThat(own.price().perHour().value())
                .isEqualTo(new Money(1_432_394, Money.dollars(0).currency()));
        assertThat(own.perMachine()).isEqualTo(8);
        assertThat(own.price().note())
                .startsWith("own hardware hall: amortisation $0.97/h, power $0.26/h");
        assertThat(own.price().ageDays()).isEmpty();
    }

    private static Offer lambda(Offers offers) {
        return offers.of("H100", OfferFilter.ANY.from("lambda").on(PricingTerms.ON_DEMAND)).stream()
                .filter(it -> it.perMachine() == 8)
                .findFirst()
                .orElseThrow();
    }
}
