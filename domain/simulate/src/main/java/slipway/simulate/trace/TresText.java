package slipway.simulate.trace;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;
import slipway.schedule.snapshot.Node;

/** Parses Slurm's trackable resources: {@code billing=16,cpu=16,gres/gpu:a100=4,gres/gpu=4,mem=128G,node=2}. */
final class TresText {

    private static final Pattern ITEM =
            Pattern.compile("([A-Za-z/_:.0-9-]+)=([0-9.]{1,15})([KMGTP]?)[a-z]?");
    private static final String GPU = "gres/gpu";
    private static final String UNITS = "KMGTP";

    private final Map<String, BigDecimal> items = new TreeMap<>();

    private TresText() {}

    static Optional<SacctTrace.Tres> read(String text) {
        var tres = new TresText();
        for (String item : text.split(",", -1)) {
            Matcher matcher = ITEM.matcher(item.strip());
            if (!matcher.matches() || !matcher.group(2).matches("[0-9]+(\\.[0-9]+)?")) {
                return Optional.empty();
            }
            tres.items.put(matcher.group(1), amount(matcher));
        }
        return tres.toTres();
    }

    /** In mebibytes if a unit is given, which only memory has. */
    private static BigDecimal amount(Matcher matcher) {
        var number = new BigDecimal(matcher.group(2));
        String unit = matcher.group(3);
        return unit.isEmpty()
                ? number
                : number.multiply(BigDecimal.valueOf(1024).pow(UNITS.indexOf(unit)))
                        .divide(BigDecimal.valueOf(1024));
    }

    private Optional<SacctTrace.Tres> toTres() {
        long nodes = Math.max(1, number("node"));
        Map<String, Long> typed = new TreeMap<>();
        items.forEach(
                (name, count) -> {
                    if (name.startsWith(GPU + ":")) {
                        typed.put(name.substring(GPU.length() + 1), count.longValue());
                    }
                });
        long accelerators =
                Math.max(number(GPU), typed.values().stream().mapToLong(it -> it).sum());
        long cpus = number("cpu") * 1_000 / nodes;
        if (nodes > 100_000 || accelerators > 10_000_000 || cpus > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        List<String> types =
                typed.size() == 1
                        ? List.of(typed.keySet().iterator().next().toUpperCase(Locale.ROOT))
                        : List.of();
        var machine = new Node.Machine((int) cpus, Bytes.mebibytes(number("mem") / nodes));
        return Optional.of(new SacctTrace.Tres((int) nodes, (int) accelerators, types, machine));
    }

    private long number(String name) {
        return items.getOrDefault(name, BigDecimal.ZERO)
                .min(BigDecimal.valueOf(1L << 40))
                .longValue();
    }
}
