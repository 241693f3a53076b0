package slipway.schedule;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * How much each type of accelerator is wanted by name. Whoever takes any type leaves alone what others can do only
 * with: of two places it gets the one that is asked for less.
 */
record Wanted(Map<String, Double> byType) {

    static final Wanted NOTHING = new Wanted(Map.of());

    /** Against stranding, so much is a type worth that everybody asks for by name. */
    private static final double WEIGHT = 0.3;

    double price(String type) {
        return byType.getOrDefault(type, 0.0);
    }

    /** Of everything that is asked for, the part that names a type, for each accelerator that would do. */
    static Wanted of(Board board, Collection<Form> forms) {
        Map<String, Long> devices = new HashMap<>();
        long all = 0;
        for (Pool pool : board.pools()) {
            long here = (long) pool.count() * pool.hosts.size();
            devices.merge(pool.type(), here, Long::sum);
            all += here;
        }
        long asked = 0;
        for (Form form : forms) {
            asked += form.asked;
        }
        Map<String, Double> prices = new HashMap<>();
        for (Form form : forms) {
            if (form.asked > 0 && !form.ask().need().types().isEmpty()) {
                long suited =
                        form.types().stream()
                                .mapToLong(type -> devices.getOrDefault(type, 0L))
                                .sum();
                for (String type : form.types()) {
                    double part = WEIGHT * form.asked / asked * all / Math.max(1, suited);
                    prices.merge(type, part, Double::sum);
                }
            }
        }
        // Rounded, so that the order in which parts were added cannot show.
        prices.replaceAll((_, price) -> Math.rint(price * 1e6) / 1e6);
        return new Wanted(prices);
    }
}
