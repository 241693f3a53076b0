package slipway.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.text.SpellingSuggestion;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.catalog.RateCard;
import slipway.schedule.config.ClusterSharing;
import slipway.spec.BlockValues;
import slipway.spec.DocumentNode;
import slipway.spec.PriceList;

/**
 * Warns of accelerator types in prices and quotas that the catalog does not know. A cluster may have such a type, so an
 * unknown name is no mistake, but a typing error would leave accelerators without price or quota.
 */
final class TypeNames {

    private TypeNames() {}

    static List<Mistake> unknown(BlockValues blockValues) {
        List<Mistake> warnings = new ArrayList<>();
        String prices = PriceList.KEY.name() + ".accelerators";
        blockValues.node(prices).ifPresent(block -> names(block, prices, warnings));
        String teams = ClusterSharing.TEAMS.name();
        for (DocumentNode.Entry team : entries(blockValues.node(teams))) {
            for (DocumentNode.Entry key : entries(Optional.of(team.value()))) {
                if (key.key().equals("quota")) {
                    names(key.value(), "%s.%s.quota".formatted(teams, team.key()), warnings);
                }
            }
        }
        return warnings;
    }

    private static void names(DocumentNode block, String path, List<Mistake> warnings) {
        Catalog catalog = Catalog.bundled();
        for (DocumentNode.Entry entry : entries(Optional.of(block))) {
            String name = entry.key();
            boolean known =
                    name.equals("any")
                            || name.equals(RateCard.CPU)
                            || catalog.type(name).isPresent()
                            || !catalog.typesFor(name).isEmpty();
            if (!known) {
                List<String> types =
                        catalog.accelerators().stream().map(AcceleratorType::type).toList();
                warnings.add(
                        new Mistake(
                                entry.location(),
                                path + "." + name,
                                "unknown to the catalog; it has an effect only if a node reports this type."
                                        + SpellingSuggestion.didYouMean(name, types)));
            }
        }
    }

    private static List<DocumentNode.Entry> entries(Optional<DocumentNode> written) {
        return written.orElse(new DocumentNode.Nothing(BlockValues.DEFAULT))
                        instanceof DocumentNode.Block block
                ? block.entries()
                : List.of();
    }
}
