package slipway.surface.web.component;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;

/**
 * The whole life of a workload in one band: what it did how long, where it is now, and when it is expected to end.
 *
 * @param spans without a gap, from its first moment
 * @param end when it is expected to end; empty where it has ended, or has no end
 */
public record WorkloadTimeline(
        List<Span> spans, Optional<Estimate<Instant>> end, TimeFormat times) {

    /**
     * A stretch of it.
     *
     * @param words what it did: {@code attempt 1 ran 33 h 32 min}
     * @param label what is written on it, if there is room
     * @param note what is written above it, if there is room
     */
    public record Span(
            StateBadge state,
            Instant from,
            Instant until,
            String words,
            String label,
            String note) {

        public Span {
            if (until.isBefore(from)) {
                throw new IllegalArgumentException(words + " ends before it begins");
            }
        }
    }

    /** A text at a place. */
    public record Text(String at, String words) {}

    private static final double LEFT = 0.006;
    private static final double RIGHT = 0.012;
    private static final double ROOM_FOR_LABEL = 0.16;
    private static final double ROOM_FOR_NOTE = 0.18;
    private static final double THIN = 0.0045;

    public WorkloadTimeline {
        if (spans.isEmpty()) {
            throw new IllegalArgumentException("A life has begun");
        }
        spans = List.copyOf(spans);
    }

    /** However short a stretch was, it is seen; what follows gives way to it. */
    public List<BarSegment> blocks() {
        List<BarSegment> blocks = new ArrayList<>();
        double free = 0;
        for (Span span : spans) {
            double from = Math.max(at(span.from()), free);
            free = Math.max(at(span.until()), from + THIN);
            blocks.add(new BarSegment(span.state().glyph(), from, free));
        }
        end.ifPresent(
                ahead -> {
                    double now = at(last());
                    blocks.add(new BarSegment("ahead", now, Math.max(now, at(ahead.value()))));
                    double low = Math.max(now, at(ahead.low()));
                    blocks.add(new BarSegment("band", low, Math.max(low, at(ahead.high()))));
                });
        return blocks;
    }

    /** What is written on the band. */
    public List<Text> labels() {
        return spans.stream()
                .filter(span -> at(span.until()) - at(span.from()) >= ROOM_FOR_LABEL)
                .filter(span -> !span.label().isEmpty())
                .map(span -> new Text(SvgLengths.percent(at(span.from())), span.label()))
                .toList();
    }

    /** How long it will still take, written on what is ahead. */
    public Optional<Text> toGo() {
        return end.filter(ahead -> at(ahead.value()) - at(last()) >= ROOM_FOR_LABEL)
                .map(ahead -> new Text(now(), left(ahead) + " to go"));
    }

    /** What is written above it, as far as nothing is written over something else. */
    public List<Text> notes() {
        List<Text> notes = new ArrayList<>();
        double free = ROOM_FOR_NOTE / 2;
        for (Span span : spans) {
            double middle = (at(span.from()) + at(span.until())) / 2;
            boolean fits = middle >= free && Math.abs(middle - at(last())) >= ROOM_FOR_NOTE;
            if (!span.note().isEmpty() && fits) {
                notes.add(new Text(SvgLengths.percent(middle), span.note()));
                free = middle + ROOM_FOR_NOTE * 1.5;
            }
        }
        return notes;
    }

    /** {@code Ends Fri 19:52}, at the right edge. */
    public Optional<String> ends() {
        return end.filter(_ -> at(last()) < 1 - ROOM_FOR_NOTE)
                .map(ahead -> "Ends " + times.time(ahead.value()));
    }

    /** Where now is; it has no place in a life that is over. */
    public String now() {
        return SvgLengths.percent(at(last()));
    }

    public boolean goesOn() {
        return end.isPresent();
    }

    /** Hours or days below the band. */
    public List<Text> ticks() {
        return TimeTicks.over(first(), beyond(), times).stream()
                .map(tick -> new Text(SvgLengths.percent(at(tick.at())), tick.words()))
                .toList();
    }

    /** For whoever does not see it. */
    public String words() {
        List<String> said = new ArrayList<>(spans.stream().map(Span::words).toList());
        end.ifPresent(ahead -> said.add("about " + left(ahead) + " to go"));
        String all = String.join(", ", said);
        return all.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + all.substring(1) + ".";
    }

    private String left(Estimate<Instant> ahead) {
        Duration left = Duration.between(last(), ahead.value());
        return Format.duration(left.isNegative() ? Duration.ZERO : left);
    }

    private Instant first() {
        return spans.getFirst().from();
    }

    private Instant last() {
        return spans.getLast().until();
    }

    private Instant beyond() {
        Instant high = end.map(Estimate::high).orElse(last());
        Instant last = high.isAfter(last()) ? high : last();
        return last.isAfter(first()) ? last : first().plusSeconds(1);
    }

    private double at(Instant instant) {
        double whole = Duration.between(first(), beyond()).toMillis();
        double share = Duration.between(first(), instant).toMillis() / Math.max(whole, 1);
        return LEFT + Math.clamp(share, 0, 1) * (1 - LEFT - RIGHT);
    }
}
