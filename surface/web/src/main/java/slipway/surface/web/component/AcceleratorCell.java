package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.text.Format;

/**
 * One accelerator, the same everywhere.
 *
 * @param share how much of it is used, where it is used and that is known
 * @param facts what its card says when it is pointed at or focused
 */
public record AcceleratorCell(
        String node,
        int number,
        Is is,
        OptionalDouble share,
        Optional<String> workload,
        List<FactItem> facts) {

    /** What it is in. */
    public enum Is {
        USED("used"),
        IDLE("held idle"),
        TAKEN("taken by others"),
        FREE("free"),
        DRAINED("drained"),
        FAILED("failed");

        private final String word;

        Is(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    private static final int SHADES = 5;

    public AcceleratorCell {
        share.ifPresent(known -> SvgLengths.finite(known, "Utilisation"));
        facts = List.copyOf(facts);
    }

    public static AcceleratorCell used(String node, int number, double share, String workload) {
        var facts =
                List.of(
                        FactItem.of("Utilisation", Format.percent(share)),
                        FactItem.of("Workload", workload));
        return new AcceleratorCell(
                node, number, Is.USED, OptionalDouble.of(share), Optional.of(workload), facts);
    }

    public static AcceleratorCell of(String node, int number, Is is, List<FactItem> facts) {
        return new AcceleratorCell(
                node, number, is, OptionalDouble.empty(), Optional.empty(), facts);
    }

    /** One shade for every fifth of utilisation; none for what is not used, or nobody has measured. */
    public Optional<Integer> shade() {
        return is == Is.USED && share.isPresent()
                ? Optional.of(
                        Math.clamp((int) Math.floor(share.getAsDouble() * SHADES) + 1, 1, SHADES))
                : Optional.empty();
    }

    /** What the style sheet knows it by, where it has no shade. */
    public Optional<String> mark() {
        if (is == Is.USED) {
            return share.isPresent() ? Optional.empty() : Optional.of("unmeasured");
        }
        return Optional.of(is.name().toLowerCase(Locale.ROOT));
    }

    public String title() {
        return node + " accelerator " + number;
    }

    /** For whoever does not see it. */
    public String words() {
        List<String> said = new ArrayList<>();
        said.add(is.word());
        if (is == Is.USED || is == Is.TAKEN) {
            said.add(use());
        }
        workload.ifPresent(said::add);
        return title() + ": " + String.join(", ", said);
    }

    /** In words: what others do with theirs is not told here. */
    public String use() {
        return share.isPresent()
                ? Format.percent(share.getAsDouble())
                : is == Is.TAKEN ? "use not known" : "not measured yet";
    }

    /** Its card, as the script reads it: the bar separates facts, so no fact may hold one. */
    public String tip() {
        var tip = new StringBuilder(plain(title()));
        for (FactItem fact : facts) {
            tip.append('|')
                    .append(plain(fact.name()).replace('=', ' '))
                    .append('=')
                    .append(plain(fact.text()));
        }
        return tip.toString();
    }

    /** The number on a large cell: percent without its sign, as there are dozens of them. */
    public String figure() {
        return switch (is) {
            case USED ->
                    share.isPresent() ? Format.count(Math.round(share.getAsDouble() * 100)) : "";
            case IDLE -> "0";
            case TAKEN, FREE, DRAINED, FAILED -> "";
        };
    }

    private static String plain(String text) {
        return text.replace('|', '/');
    }
}
