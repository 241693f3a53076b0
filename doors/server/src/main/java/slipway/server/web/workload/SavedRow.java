package slipway.server.web.workload;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Format;
import slipway.run.Saved;
import slipway.run.Workload;
import slipway.server.web.part.State;
import slipway.server.web.queue.Scene;

/**
 * Something it saved.
 *
 * @param from whether the present attempt, or the next, goes on from it
 */
public record SavedRow(
        String name,
        int attempt,
        String size,
        Instant made,
        State state,
        String word,
        boolean from) {

    private static final int MOST = 6;

    static List<SavedRow> of(Workload workload, Scene visibleWorkloads) {
        if (workload.trail().attempts() == 0) {
            return List.of();
        }
        List<Saved> all = visibleWorkloads.runner().saved(workload, MOST);
        Optional<Saved> newest = all.stream().filter(Saved::verified).findFirst();
        boolean goesOn = !workload.state().ended();
        return all.stream()
                .map(each -> row(each, goesOn && newest.filter(each::equals).isPresent()))
                .toList();
    }

    private static SavedRow row(Saved saved, boolean from) {
        return new SavedRow(
                saved.name(),
                saved.attempt(),
                Format.bytes(saved.bytes()),
                saved.made(),
                saved.verified() ? State.SUCCEEDED : State.STARTING,
                saved.verified() ? "Verified" : "Not verified",
                from);
    }
}
