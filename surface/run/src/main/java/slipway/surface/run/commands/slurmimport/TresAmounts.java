package slipway.surface.run.commands.slurmimport;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;

/**
 * The trackable resources (TRES) of a job, a node or an account.
 *
 * @param accelerators by type; untyped ones under an empty name
 */
record TresAmounts(long nodes, long cpus, Bytes memory, Map<String, Long> accelerators) {

    private static final Pattern AMOUNT =
            Pattern.compile(
                    "([A-Za-z0-9/_:.-]{1,100})=([0-9]{1,15})(?:\\.[0-9]{1,6})?([KMGTP]?)[a-z]?");
    private static final Pattern GRES_GPU =
            Pattern.compile(
                    "(?:gres[:/])?gpu(?::([A-Za-z][A-Za-z0-9._-]{0,60}))?(?::([0-9]{1,4}))?(?:\\(.*)?");
    private static final String GPU = "gres/gpu";

    TresAmounts {
        accelerators = Map.copyOf(accelerators);
    }

    /** {@code billing=16,cpu=16,gres/gpu:a100=4,gres/gpu=4,mem=128G,node=2}: totals over all nodes. */
    static Optional<TresAmounts> parse(String text) {
        Map<String, Long> accelerators = new TreeMap<>();
        long nodes = 1;
        long cpus = 0;
        var memory = new Bytes(0);
        for (String item : text.split(",", -1)) {
            Matcher parts = AMOUNT.matcher(item.strip());
            if (!parts.matches()) {
                return Optional.empty();
            }
            long amount = Long.parseLong(parts.group(2));
            String name = parts.group(1);
            switch (name) {
                case "node" -> nodes = Math.max(1, amount);
                case "cpu" -> cpus = amount;
                case "mem" -> memory = bytes(amount, parts.group(3));
                case String other when other.equals(GPU) -> accelerators.put("", amount);
                case String other when other.startsWith(GPU + ":") ->
                        accelerators.put(type(other.substring(GPU.length() + 1)), amount);
                default -> {}
            }
        }
        return Optional.of(new TresAmounts(nodes, cpus, memory, withoutSum(accelerators)));
    }

    /** {@code gpu:h100:8(S:0-1),nvme:1}: the devices of one node, or requested per node. */
    static Map<String, Long> parseGres(String text) {
        Map<String, Long> accelerators = new TreeMap<>();
        for (String item : text.split(",(?![^(]*\\))", -1)) {
            Matcher parts = GRES_GPU.matcher(item.strip());
            if (parts.matches()) {
                String type = Optional.ofNullable(parts.group(1)).map(TresAmounts::type).orElse("");
                long count = Optional.ofNullable(parts.group(2)).map(Long::valueOf).orElse(1L);
                accelerators.merge(type, count, Long::sum);
            }
        }
        return accelerators;
    }

    /** The simulator writes types in upper case. */
    private static String type(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    /** Slurm lists each type and, untyped, their sum; this removes the sum. */
    private static Map<String, Long> withoutSum(Map<String, Long> all) {
        if (all.size() > 1) {
            long typed =
                    all.entrySet().stream()
                            .filter(it -> !it.getKey().isEmpty())
                            .mapToLong(Map.Entry::getValue)
                            .sum();
            if (typed >= all.getOrDefault("", 0L)) {
                all.remove("");
            }
        }
        return all;
    }

    /** The default unit is megabytes. */
    private static Bytes bytes(long amount, String unit) {
        int steps = unit.isEmpty() ? 2 : "KMGTP".indexOf(unit) + 1;
        return new Bytes(Math.min(amount, Long.MAX_VALUE >> (10 * steps)) << (10 * steps));
    }

    long allAccelerators() {
        return accelerators.values().stream().mapToLong(count -> count).sum();
    }

    /** The type, if there is exactly one. */
    Optional<String> onlyType() {
        return accelerators.size() == 1
                ? accelerators.keySet().stream().filter(name -> !name.isEmpty()).findFirst()
                : Optional.empty();
    }
}
