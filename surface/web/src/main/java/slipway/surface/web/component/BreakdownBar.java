package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A whole divided into parts, in shades of one hue by importance, and the list of the parts with the same marks.
 *
 * @param title the name of the whole: {@code Memory}
 * @param left the rest up to a limit, if there is one: {@code 21.8 GB free}
 */
public record BreakdownBar(String title, List<Part> parts, Optional<Part> left) {

    /**
     * A part of the whole.
     *
     * @param text its size with its unit
     */
    public record Part(String name, double size, String text) {

        public Part {
            if (SvgLengths.finite(size, name) < 0) {
                throw new IllegalArgumentException(name + " cannot be negative: " + size);
            }
        }
    }

    /** A part as it is drawn, with its shade, and its label if there is space. */
    public record Drawn(Part part, int shade, BarSegment block, Optional<String> label) {}

    /** Later parts share a shade, because light shades are hard to distinguish. */
    private static final int[] SHADES = {1, 2, 3, 4, 4, 5, 5, 6};

    private static final double MIN_LABEL_SHARE = 0.25;
    private static final double MIN_REST_SHARE = 0.17;
    private static final int MAX_LABEL_LENGTH = 24;
    private static final int MAX_LISTED = 3;

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
        boolean fits =
                part.size() / whole() >= MIN_LABEL_SHARE
                        && part.name().length() <= MAX_LABEL_LENGTH;
        return fits ? Optional.of(part.name() + " " + part.text()) : Optional.empty();
    }

    /** Whether there is space for the label of the rest. */
    public boolean showsLeft() {
        return left.isPresent() && left.get().size() / whole() >= MIN_REST_SHARE;
    }

    /** The text alternative: the first parts, and the number of others. */
    public String words() {
        if (parts.isEmpty()) {
            return title + ": no data";
        }
        List<String> texts = new ArrayList<>();
        parts.stream()
                .limit(MAX_LISTED)
                .forEach(part -> texts.add(lower(part.name()) + " " + part.text()));
        if (parts.size() > MAX_LISTED) {
            texts.add((parts.size() - MAX_LISTED) + " more");
        }
        left.ifPresent(part -> texts.add(part.text()));
        return title + " by part: " + String.join(", ", texts);
    }

    private static String lower(String name) {
        return name.isEmpty()
                ? name
                : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
