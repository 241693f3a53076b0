package slipway.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import slipway.schedule.picture.Ask;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Node.Devices;

/** Hosts of one kind, sorted by what is free on them, so that the tightest fit is found without a search. */
final class Pool {

    final int index;
    final Node like;
    final List<Host> hosts = new ArrayList<>();
    private final int capacity;
    private final HostSet[] byWhole;
    private final HostSet stranded;
    private final Racks racks = new Racks();
    private final Timetable timetable = new Timetable(this);
    private final Packing packing;

    /** By thousandths free on an accelerator that is shared; a host stands under each that it has. */
    private final NavigableMap<Integer, HostSet> byPart = new TreeMap<>();

    /**
     * @param capacity one more than the greatest number of a host
     */
    Pool(int index, Node like, int capacity) {
        this.index = index;
        this.like = like;
        this.capacity = capacity;
        this.packing = Packing.of(like);
        this.stranded = new HostSet(capacity);
        this.byWhole = new HostSet[like.devices().count() + 1];
        for (int free = 0; free < byWhole.length; free++) {
            byWhole[free] = new HostSet(capacity);
        }
    }

    String type() {
        return like.devices().type();
    }

    int count() {
        return like.devices().count();
    }

    /** Whether this ask could be placed here if everything were free; processors and memory apart. */
    boolean suits(Ask ask) {
        return ask.need().count() <= count()
                && (ask.need().count() == 0 || ask.need().allows(type()))
                && (!like.offer().spot() || ask.where().spot())
                && like.labels().containsAll(ask.where().labels());
    }

    /** Thousandths of accelerators that one node of this form takes here. */
    int takes(Form form) {
        return form.count * like.devices().rounded(form.thousandths);
    }

    void enter(Host host) {
        if (host.ready()) {
            byWhole[host.whole()].add(host.index);
            racks.add(host, 1);
            if (packing.stranded(host) > 0) {
                stranded.add(host.index);
            }
            for (int device = 0; device < host.devices(); device++) {
                int free = host.free(device);
                if (free > 0 && free < Devices.WHOLE) {
                    byPart.computeIfAbsent(free, _ -> new HostSet(capacity)).add(host.index);
                }
            }
        }
    }

    void leave(Host host) {
        if (host.ready()) {
            byWhole[host.whole()].remove(host.index);
            racks.add(host, -1);
            stranded.remove(host.index);
            for (int device = 0; device < host.devices(); device++) {
                HostSet set = byPart.get(host.free(device));
                if (set != null) {
                    set.remove(host.index);
                }
            }
        }
    }

    Packing packing() {
        return packing;
    }

    /** Hosts are in the order of their racks. */
    List<Host> inRack(int rack) {
        int from = first(rack);
        int to = first(rack + 1);
        return hosts.subList(from, to);
    }

    private int position(int index) {
        int low = 0;
        int high = hosts.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (hosts.get(middle).index < index) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int first(int rack) {
        int low = 0;
        int high = hosts.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (hosts.get(middle).rack < rack) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    Timetable timetable() {
        return timetable;
    }

    Racks racks() {
        return racks;
    }

    /** Hosts with free accelerators that their free processors cannot feed. */
    HostSet stranded() {
        return stranded;
    }

    /** Hosts with so many accelerators free, by how many. */
    List<Host> withAtLeast(int count) {
        List<Host> found = new ArrayList<>();
        for (int free = count; free <= count(); free++) {
            for (int at = byWhole[free].next(0); at >= 0; at = byWhole[free].next(at + 1)) {
                found.add(hosts.get(position(at)));
            }
        }
        return found;
    }

    HostSet withWhole(int free) {
        return byWhole[free];
    }

    /** Hosts by what is free on a shared accelerator, the tightest first. */
    Iterable<Map.Entry<Integer, HostSet>> withPart(int least) {
        return byPart.tailMap(least, true).entrySet();
    }

    Iterable<HostSet> withPartLargestFirst() {
        return byPart.descendingMap().values();
    }
}
