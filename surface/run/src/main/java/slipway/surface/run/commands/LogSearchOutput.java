package slipway.surface.run.commands;

import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LineView;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.terminal.Terminal;

/** Lines of a log that have something in them. */
record LogSearchOutput(WorkloadView workload, Optional<Integer> attempt, Optional<Integer> rank) {

    /** The end of any log, from where only how many nodes there are is told. */
    private static final long FAR = 999_999_999_999_999_999L;

    ApiCall<NoBody, ListPage<LineView>> call(String pattern) {
        var apiCall =
                ApiCall.to(LogRoutes.SEARCH)
                        .with(PathParameter.WORKLOAD, workload.id())
                        .query(LogRoutes.PATTERN, pattern);
        var of = attempt.map(number -> apiCall.query(LogRoutes.ATTEMPT, number)).orElse(apiCall);
        return rank.map(only -> of.query(LogRoutes.ONLY, only)).orElse(of);
    }

    void show(List<LineView> lines, LogFollower.Asking asking, Terminal terminal) {
        boolean several =
                rank.isEmpty()
                        && !lines.isEmpty()
                        && asking.ask(
                                                ApiCall.to(LogRoutes.READ)
                                                        .with(PathParameter.WORKLOAD, workload.id())
                                                        .query(LogRoutes.FROM, FAR))
                                        .nodes()
                                > 1;
        lines.forEach(line -> terminal.printVerbatim(several ? labelled(line) : line.text()));
        terminal.note(
                lines.isEmpty()
                        ? "No line of the log has that in it."
                        : Format.count(lines.size(), "line") + ".");
    }

    private static String labelled(LineView line) {
        return LogOutput.labelled(LogOutput.label(line.rank(), line.node()), line.text());
    }
}
