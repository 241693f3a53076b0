package slipway.surface.plan.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;

import slipway.base.text.Format;
import slipway.plan.MixPlan;
import slipway.plan.MixPlan.ProviderMix;
import slipway.plan.money.Offer;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.TermsMix;
import slipway.plan.request.BurstDemand;
import slipway.surface.plan.api.TrainingPlanJson;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Prints a mix of terms. */
final class MixText {

    private static final int MAX_SHOWN = 6;

    /** Hours of a month. */
    private static final double HOURS = 730.5;

    private final CommandEnvironment commandEnvironment;

    MixText(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    void say(MixPlan plan) {
        ProviderMix best = plan.cheapest();
        commandEnvironment
                .terminal()
                .say(
                        "%s: %s a month, %s less than all on demand (%s)."
                                .formatted(
                                        advice(plan.demand(), best),
                                        Format.estimate(best.mix().cost(), Format::money),
                                        Format.percent(Math.max(0, best.mix().saving())),
                                        Format.money(best.mix().onDemand().value())));
        FactList factList = FactList.of().with("demand", demand(plan.demand()));
        best.mix()
                .parts()
                .forEach(it -> factList.with(it.terms().word(), part(it, offer(best, it.terms()))));
        if (best.reserved().isEmpty()) {
            factList.with(
                    "reserved",
                    "nothing, because no discount is known: state yours with --discount 30%, or in commitments.txt");
        }
        if (best.spot().isPresent()) {
            factList.with("on spot", spot(plan.demand(), best));
        }
        commandEnvironment.terminal().show(factList);
        if (plan.providers().size() > 1) {
            commandEnvironment.terminal().say("");
            table(plan);
        }
    }

    private static String advice(BurstDemand demand, ProviderMix providerMix) {
        boolean reserves = uses(providerMix, PricingTerms.RESERVED);
        boolean spot = uses(providerMix, PricingTerms.SPOT);
        String where = "%s at %s".formatted(demand.type(), name(providerMix.onDemand()));
        if (reserves) {
            double count = providerMix.mix().parts().getFirst().hours() / HOURS;
            return "Reserve %s %s, and take the rest %s"
                    .formatted(
                            Format.count(Math.round(count)),
                            where,
                            spot ? "on spot while it is available" : "on demand");
        }
        return "Take %s %s, and reserve nothing"
                .formatted(where, spot ? "on spot while it is available" : "on demand");
    }

    private static String name(Offer offer) {
        return offer.machine().map(it -> offer.provider() + " " + it).orElse(offer.provider());
    }

    private static boolean uses(ProviderMix providerMix, PricingTerms pricingTerms) {
        return providerMix.mix().parts().stream().anyMatch(it -> it.terms() == pricingTerms);
    }

    private static String demand(BurstDemand demand) {
        return "%s always, %s more %s of the time"
                .formatted(
                        Format.accelerators(demand.baseline(), demand.type()),
                        Format.count(demand.bursts()),
                        Format.percent(demand.burstShare()));
    }

    private static Offer offer(ProviderMix providerMix, PricingTerms pricingTerms) {
        return switch (pricingTerms) {
            case RESERVED -> providerMix.reserved().orElse(providerMix.onDemand());
            case SPOT -> providerMix.spot().orElse(providerMix.onDemand());
            case ON_DEMAND, OWN -> providerMix.onDemand();
        };
    }

    private static String part(TermsMix.Part part, Offer offer) {
        return "%s: %s; %s each, %s"
                .formatted(
                        Format.money(part.cost().value()),
                        part.reason(),
                        Format.perHour(offer.price().perHour().value()),
                        offer.price().note());
    }

    private static String spot(BurstDemand demand, ProviderMix providerMix) {
        return "assumed available %s of the time; with checkpoints of %s its goodput is %s"
                .formatted(
                        Format.percent(demand.spotAvailability()),
                        Format.bytes(demand.checkpoint().total()),
                        Format.percent(providerMix.goodput()));
    }

    private void table(MixPlan plan) {
        TextTable textTable =
                TextTable.of(
                        number("A MONTH"),
                        number("SAVES"),
                        number("ALL ON DEMAND"),
                        text("WHERE"),
                        text("TERMS"));
        plan.providers().stream()
                .limit(MAX_SHOWN)
                .forEach(
                        it ->
                                textTable.row(
                                        Format.money(it.mix().cost().value()),
                                        Format.percent(Math.max(0, it.mix().saving())),
                                        Format.money(it.mix().onDemand().value()),
                                        name(it.onDemand()),
                                        Format.list(
                                                it.mix().parts().stream()
                                                        .map(part -> part.terms().word())
                                                        .toList())));
        commandEnvironment.terminal().show(textTable);
    }

    static ObjectNode json(MixPlan plan) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", plan.demand().type());
        json.put("baseline", plan.demand().baseline());
        json.put("bursts", plan.demand().bursts());
        json.put("burst_share", plan.demand().burstShare());
        json.put("spot_there", plan.demand().spotAvailability());
        json.put("discount", plan.demand().discount().orElse(null));
        ArrayNode places = json.putArray("places");
        for (ProviderMix it : plan.providers()) {
            ObjectNode place = TrainingPlanJson.mix(it.mix());
            place.put("where", name(it.onDemand()));
            place.put("provider", it.onDemand().provider());
            place.put("goodput_on_spot", it.goodput());
            places.add(place);
        }
        return json;
    }
}
