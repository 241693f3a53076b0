package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.text.Format;

/**
 * An accelerator on a map, drawn the same on every page.
 *
 * @param share its utilization, if it is used and measured
 * @param facts the content of its tooltip
 */
public record AcceleratorCell(
        String node,
        int number,
        Is is,
        OptionalDouble share,
        Optional<String> workload,
        List<FactItem> facts) {

    /** The state of an accelerator. */
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
        share.ifPresent(known -> SvgLengths.finite(known, "Utilization"));
        facts = List.copyOf(facts);
    }

    public static AcceleratorCell used(String node, int number, double share, String workload) {
        var facts =
                List.of(
                        FactItem.of("Utilization", Format.percent(share)),
                        FactItem.of("Workload", workload));
        return new AcceleratorCell(
                node, number, Is.USED, OptionalDouble.of(share), Optional.of(workload), facts);
    }

    public static AcceleratorCell of(String node, int number, Is is, List<FactItem> facts) {
        return new AcceleratorCell(
                node, number, is, OptionalDouble.empty(), Optional.empty(), facts);
    }

    /** One shade for every fifth of utilization; empty if it is not used or not measured. */
    public Optional<Integer> shade() {
        return is == Is.USED && share.isPresent()
                ? Optional.of(
                        Math.clamp((int) Math.floor(share.getAsDouble() * SHADES) + 1, 1, SHADES))
                : Optional.empty();
    }

    /** Its name in the style sheet, if it has no shade. */
    public Optional<String> mark() {
        if (is == Is.USED) {
            return share.isPresent() ? Optional.empty() : Optional.of("unmeasured");
        }
        return Optional.of(is.name().toLowerCase(Locale.ROOT));
    }

    public String title() {
        return node + " accelerator " + number;
    }

    /** The text alternative. */
    public String words() {
        List<String> parts = new ArrayList<>();
        parts.add(is.word());
        if (is == Is.USED || is == Is.TAKEN) {
            parts.add(use());
        }
        workload.ifPresent(parts::add);
        return title() + ": " + String.join(", ", parts);
    }

    /** The utilization as text; that of foreign use is unknown. */
    public String use() {
        return share.isPresent()
                ? Format.percent(share.getAsDouble())
                : is == Is.TAKEN ? "use not known" : "not measured yet";
    }

    /** The tooltip in the script's format, where a bar separates facts, so no fact may contain one. */
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

    /** The number on a large cell: the utilization in percent without the sign. */
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
