package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One whole cut into parts, in one hue from the part that matters most, and the list of them with the same marks.
 *
 * @param title what is cut: {@code Memory}
 * @param left what remains of the whole, if it has a limit; its words say so: {@code 21.8 GB free}
 */
public record BreakdownBar(String title, List<Part> parts, Optional<Part> left) {

    /**
     * A part of the whole.
     *
     * @param said its size with its unit
     */
    public record Part(String name, double size, String said) {

        public Part {
            if (SvgLengths.finite(size, name) < 0) {
                throw new IllegalArgumentException(name + " cannot be less than nothing: " + size);
            }
        }
    }

    /** A part as it is drawn, with the shade of its mark and what is written on it, if there is room. */
    public record Drawn(Part part, int shade, BarSegment block, Optional<String> label) {}

    /** The nearer to the end, the less one shade tells from the next: later parts share one. */
    private static final int[] SHADES = {1, 2, 3, 4, 4, 5, 5, 6};

    private static final double WIDE = 0.25;
    private static final double ROOM = 0.17;
    private static final int SHORT = 24;
    private static final int MOST_SAID = 3;

    public BreakdownBar {
        parts = List.copyOf(parts);
    }

    public double whole() {
        return parts.stream().mapToDouble(Part::size).sum() + left.map(Part::size).orElse(0.0);
    }

    public List<Drawn> drawn() {
        List<Drawn> drawn = new ArrayList<>();
        double whole = whole();
        double at = 0;
        for (int i = 0; i < parts.size() && whole > 0; i++) {
            Part part = parts.get(i);
            double until = at + part.size() / whole;
            int shade = SHADES[Math.min(i, SHADES.length - 1)];
            drawn.add(
                    new Drawn(part, shade, new BarSegment("sw-f" + shade, at, until), label(part)));
            at = until;
        }
        return drawn;
    }

    private Optional<String> label(Part part) {
        boolean fits = part.size() / whole() >= WIDE && part.name().length() <= SHORT;
        return fits ? Optional.of(part.name() + " " + part.said()) : Optional.empty();
    }

    /** Whether there is room to write how much is left. */
    public boolean saysLeft() {
        return left.isPresent() && left.get().size() / whole() >= ROOM;
    }

    /** For whoever does not see it: the first few, and how many more. */
    public String words() {
        if (parts.isEmpty()) {
            return title + ": nothing yet";
        }
        List<String> said = new ArrayList<>();
        parts.stream()
                .limit(MOST_SAID)
                .forEach(part -> said.add(lower(part.name()) + " " + part.said()));
        if (parts.size() > MOST_SAID) {
            said.add((parts.size() - MOST_SAID) + " more");
        }
        left.ifPresent(part -> said.add(part.said()));
        return title + " by part: " + String.join(", ", said);
    }

    private static String lower(String name) {
        return name.isEmpty()
                ? name
                : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
