package slipway.cli.learn;

import slipway.cli.terminal.FactList;
import slipway.cli.terminal.Terminal;
import slipway.wire.plan.PilotRoutes.FactView;
import slipway.wire.plan.PilotRoutes.PilotView;
import slipway.wire.plan.PilotRoutes.WholeView;

/** A pilot in words. */
final class PilotText {

    private PilotText() {}

    static void say(Terminal terminal, PilotView view) {
        view.answer().lines().forEach(line -> terminal.say(terminal.plain(line)));
        FactList factList = FactList.of();
        for (FactView fact : view.facts()) {
            factList.with(fact.name(), fact.text());
        }
        for (WholeView size : view.wholes().stream().skip(1).toList()) {
            factList.with("on " + size.size(), size.words());
        }
        terminal.show(factList);
        view.remarks().forEach(terminal::say);
        if (!view.next().isBlank()) {
            terminal.say(view.next());
        }
    }
}
