package slipway.surface.run.server.pages;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.run.checkpoint.SavedCheckpoint;
import slipway.run.lifecycle.Workload;
import slipway.surface.web.component.StateBadge;

/**
 * A checkpoint of a workload.
 *
 * @param from whether the present or the next attempt resumes from it
 */
public record CheckpointItem(
        String name,
        int attempt,
        String size,
        Instant made,
        StateBadge state,
        String word,
        boolean from) {

    private static final int MAX_ITEMS = 6;

    static List<CheckpointItem> of(Workload workload, VisibleWorkloads visibleWorkloads) {
        if (workload.history().attempts() == 0) {
            return List.of();
        }
        List<SavedCheckpoint> all = visibleWorkloads.runner().savedCheckpoints(workload, MAX_ITEMS);
        Optional<SavedCheckpoint> newest =
                all.stream().filter(SavedCheckpoint::verified).findFirst();
        boolean resumable = !workload.state().ended();
        return all.stream()
                .map(each -> row(each, resumable && newest.filter(each::equals).isPresent()))
                .toList();
    }

    private static CheckpointItem row(SavedCheckpoint saved, boolean from) {
        return new CheckpointItem(
                saved.name(),
                saved.attempt(),
                Format.bytes(saved.bytes()),
                saved.made(),
                saved.verified() ? StateBadge.SUCCEEDED : StateBadge.STARTING,
                saved.verified() ? "Verified" : "Not verified",
                from);
    }
}
