package slipway.run.lifecycle;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.EventDraft;
import slipway.journal.table.RowChange;

/** Decides that a node is drained, or returned to service. */
final class NodeDrainRules {

    private NodeDrainRules() {}

    static void drain(ChangeSet changeSet, RunRequest.SetDrain request) {
        Actor actor = changeSet.actor();
        Optional<NodeDrain> drained = changeSet.runState().drain(request.node());
        if (request.because().isPresent()) {
            String because = request.because().get();
            changeSet.add(
                    new RowChange.Put<>(
                            RunTables.DRAINS,
                            new NodeDrain(request.node(), because, actor.name(), changeSet.now())));
            changeSet.add(
                    EventDraft.of(
                            new Fact.NodeDrained(request.node(), because), actor, request.node()));
        } else {
            drained.ifPresent(
                    drain -> changeSet.add(new RowChange.Remove<>(RunTables.DRAINS, drain)));
            List<Workload> away = excludedFrom(changeSet, request.node());
            away.forEach(workload -> changeSet.put(readmit(request.node(), workload)));
            if (drained.isPresent() || !away.isEmpty()) {
                changeSet.add(
                        EventDraft.of(
                                new Fact.NodeRestored(request.node()), actor, request.node()));
            }
        }
    }

    private static List<Workload> excludedFrom(ChangeSet changeSet, String node) {
        return changeSet
                .runState()
                .live()
                .filter(workload -> workload.excluded().containsKey(node))
                .toList();
    }

    /** Returning a node clears it for the workloads that failed there too. */
    private static Workload readmit(String node, Workload workload) {
        Map<String, String> others = new HashMap<>(workload.excluded());
        others.remove(node);
        return workload.withExcluded(others);
    }
}
