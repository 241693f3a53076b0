package slipway.surface.plan.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;

import java.util.List;
import java.util.stream.Stream;
import slipway.base.Estimate;
import slipway.base.text.Format;
import slipway.plan.compare.Criterion;
import slipway.plan.compare.ProviderComparison;
import slipway.plan.compare.ProviderComparison.RankedProvider;
import slipway.plan.compare.ProviderComparison.Score;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;

/** Prints a comparison of providers. */
final class CompareText {

    private static final int MAX_SHOWN = 10;

    private final Terminal terminal;
    private final boolean why;

    CompareText(Terminal terminal, boolean why) {
        this.terminal = terminal;
        this.why = why;
    }

    void say(ProviderComparison all) {
        RankedProvider best = all.providers().getFirst();
        terminal.say(answer(all, best));
        terminal.show(reasons(best));
        terminal.say("");
        table(all);
        if (why) {
            shown(all)
                    .skip(1)
                    .forEach(
                            it -> {
                                terminal.say("%s %s".formatted(it.provider(), of(it.total())));
                                terminal.show(reasons(it));
                            });
        }
        terminal.say(next(all));
    }

    private static String answer(ProviderComparison all, RankedProvider best) {
        List<RankedProvider> contenders =
                all.providers().stream().skip(1).filter(it -> it.mayBeat(best)).toList();
        String also =
                all.providers().size() == 1
                        ? ""
                        : contenders.isEmpty()
                                ? " No other provider reaches that, whatever the unknown facts are."
                                : " %s may be better, if the unknown facts are in their favor: %s."
                                        .formatted(
                                                Format.count(contenders.size(), "other"),
                                                Format.list(
                                                        contenders.stream()
                                                                .limit(3)
                                                                .map(RankedProvider::provider)
                                                                .toList()));
        return "Of %s providers of %s, %s scores highest: %s of 10, with %s of the weight on known facts.%s"
                .formatted(
                        Format.count(all.providers().size()),
                        all.goal().type(),
                        best.provider(),
                        of(best.total()),
                        Format.percent(best.knownShare()),
                        also);
    }

    private static String of(Estimate<Double> score) {
        return score.low().equals(score.high())
                ? tenth(score.value())
                : Format.estimate(score, CompareText::tenth);
    }

    private static String tenth(double score) {
        return Format.number(score, 1);
    }

    private static FactList reasons(RankedProvider provider) {
        FactList factList = FactList.of();
        for (Score it : provider.scores()) {
            if (it.weight() > 0) {
                factList.with(
                        it.criterion().label(),
                        "%s x %s: %s"
                                .formatted(
                                        of(it.value()), Format.number(it.weight()), it.reason()));
            }
        }
        return factList;
    }

    private static Stream<RankedProvider> shown(ProviderComparison all) {
        return all.providers().stream().limit(MAX_SHOWN);
    }

    private void table(ProviderComparison all) {
        TextTable textTable =
                TextTable.of(
                        text("PROVIDER"),
                        number("SCORE"),
                        number("KNOWN"),
                        number("PRICE"),
                        number("AVAILABILITY"),
                        number("NETWORK"),
                        number("SCALES TO"),
                        number("STORAGE"),
                        text("DEDICATED"));
        shown(all)
                .forEach(
                        it ->
                                textTable.row(
                                        it.provider(),
                                        of(it.total()),
                                        Format.percent(it.knownShare()),
                                        it.score(Criterion.PRICE).figure(),
                                        it.score(Criterion.AVAILABILITY).figure(),
                                        it.score(Criterion.NETWORK).figure(),
                                        it.score(Criterion.SCALABILITY).figure(),
                                        it.score(Criterion.STORAGE).figure(),
                                        it.score(Criterion.DEDICATED).figure()));
        terminal.show(textTable);
    }

    private String next(ProviderComparison all) {
        int more = all.providers().size() - MAX_SHOWN;
        String others = more > 0 ? "%s more: --json. ".formatted(Format.count(more)) : "";
        String lastPlaces =
                all.providers().stream().anyMatch(RankedProvider::isHardlyKnown)
                        ? "Providers with less than half of the facts known are listed last. "
                        : "";
        return lastPlaces
                + others
                + (why ? "" : "The reason of each score: --why. ")
                + "Your own weights: --weights price=1,network=3. Plan with one:"
                + " slipway plan train --provider %s --help"
                        .formatted(all.providers().getFirst().provider());
    }
}
