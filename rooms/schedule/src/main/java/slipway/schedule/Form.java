package slipway.schedule;

import java.util.ArrayList;
import java.util.List;
import slipway.schedule.picture.Ask;

/** An ask as the board knows it: equal asks are one form, which remembers where to look. */
final class Form {

    final int index;
    private final Ask ask;
    final int count;
    final int thousandths;
    final int cpus;
    final long memory;

    /** Most leave no node out, and whoever looks through hosts must not look each of them up. */
    private final boolean choosy;

    /** Thousandths of accelerators that all who run or wait with this form ask for. */
    long asked;

    /** Where it can be placed at all, in the order in which it is tried. */
    private List<Pool> pools = List.of();

    /** The types of accelerators in those pools: a gang takes one of them throughout. */
    private List<String> types = List.of();

    Form(int index, Ask ask) {
        this.index = index;
        this.ask = ask;
        this.count = ask.need().count();
        this.thousandths = ask.need().thousandths();
        this.cpus = ask.machine().cpus();
        this.memory = ask.machine().memory().count();
        this.choosy = !ask.where().without().isEmpty();
    }

    Ask ask() {
        return ask;
    }

    List<Pool> pools() {
        return pools;
    }

    void lookIn(List<Pool> all) {
        List<Pool> mine = new ArrayList<>();
        for (Pool pool : all) {
            if (pool.suits(ask)) {
                mine.add(pool);
            }
        }
        pools = List.copyOf(mine);
        types = mine.stream().map(Pool::type).distinct().toList();
    }

    /** Whether it is kept away from this node, however well it fits. */
    boolean leavesOut(Host host) {
        return choosy && ask.where().without().containsKey(host.node.name());
    }

    List<String> types() {
        return types;
    }

    int nodes() {
        return ask.gang().nodes();
    }
}
