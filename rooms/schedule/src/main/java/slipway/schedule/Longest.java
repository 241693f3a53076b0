package slipway.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Those of a team that can be overtaken, who has longest to go first. They lie in drawers of nearly the same rank, and
 * a drawer is put in order only when somebody looks through it: every start adds to them, while hardly anybody asks
 * beyond the first few. Who has gone is struck off, and cleared away when half of them have.
 */
final class Longest {

    /** Drawers for each doubling of the rank, as a power of two. */
    private static final int FINENESS = 3;

    private final NavigableMap<Integer, Drawer> drawers = new TreeMap<>(Comparator.reverseOrder());
    private int size;
    private int struck;

    void add(Tenant tenant) {
        if (tenant.canBeOvertaken()) {
            drawers.computeIfAbsent(number(tenant.rank()), _ -> new Drawer()).add(tenant);
            size++;
        }
    }

    /** Before its rank changes. */
    void remove(Tenant tenant) {
        Drawer drawer = drawers.get(number(tenant.rank()));
        if (drawer != null && drawer.tenants.remove(tenant)) {
            size--;
        }
    }

    /** It has gone. */
    void strike(Tenant tenant) {
        struck += tenant.canBeOvertaken() ? 1 : 0;
        if (struck > size / 2) {
            drawers.values().forEach(Drawer::clear);
            drawers.values().removeIf(drawer -> drawer.tenants.isEmpty());
            size -= struck;
            struck = 0;
        }
    }

    /** Whether somebody has longer to go than this. */
    boolean reach(long rank) {
        Collection<Drawer> upTo = drawers.headMap(number(rank), true).values();
        for (Drawer drawer : upTo) {
            if (drawer.reaches(rank)) {
                return true;
            }
        }
        return false;
    }

    /** Some of them may have gone. */
    Iterable<Tenant> inOrder() {
        return () ->
                drawers.values().stream().flatMap(drawer -> drawer.sorted().stream()).iterator();
    }

    /** Grows with the rank, and in steps that grow with it. */
    private static int number(long rank) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, rank));
        int shift = Math.max(0, bits - 1 - FINENESS);
        return (shift << (FINENESS + 1)) + (int) (Math.max(0, rank) >> shift);
    }

    private static final class Drawer {

        private final List<Tenant> tenants = new ArrayList<>();
        private boolean sorted;

        void add(Tenant tenant) {
            tenants.add(tenant);
            sorted = false;
        }

        void clear() {
            tenants.removeIf(each -> !each.seated());
        }

        boolean reaches(long rank) {
            for (Tenant each : tenants) {
                if (each.rank() > rank && each.seated()) {
                    return true;
                }
            }
            return false;
        }

        List<Tenant> sorted() {
            if (!sorted) {
                tenants.sort(Tenant::outlasts);
                sorted = true;
            }
            return tenants;
        }
    }
}
