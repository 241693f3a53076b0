package slipway.surface.plan.commands.evidence;

import slipway.surface.plan.api.PilotRoutes.FactView;
import slipway.surface.plan.api.PilotRoutes.PilotView;
import slipway.surface.plan.api.PilotRoutes.WholeView;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;

/** Prints a pilot and its estimates. */
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
