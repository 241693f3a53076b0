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
 * The timeline of a workload as one bar: its states with their durations, now, and its expected end.
 *
 * @param spans contiguous, from its submission
 * @param end the expected end; empty if it has ended or has no end
 */
public record WorkloadTimeline(
        List<Span> spans, Optional<Estimate<Instant>> end, TimeFormat times) {

    /**
     * A time span of one state.
     *
     * @param words its description: {@code attempt 1 ran 33 h 32 min}
     * @param label the text on it, if there is space
     * @param note the text above it, if there is space
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

    /** A text at a position. */
    public record Text(String at, String words) {}

    private static final double LEFT = 0.006;
    private static final double RIGHT = 0.012;
    private static final double MIN_LABEL_SHARE = 0.16;
    private static final double MIN_NOTE_SHARE = 0.18;
    private static final double MIN_WIDTH = 0.0045;

    public WorkloadTimeline {
        if (spans.isEmpty()) {
            throw new IllegalArgumentException("A timeline needs a span");
        }
        spans = List.copyOf(spans);
    }

    /** The segments of the bar. Even the shortest span is visible; the following ones are moved. */
    public List<BarSegment> blocks() {
        List<BarSegment> blocks = new ArrayList<>();
        double free = 0;
        for (Span span : spans) {
            double from = Math.max(at(span.from()), free);
            free = Math.max(at(span.until()), from + MIN_WIDTH);
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

    /** The texts on the bar. */
    public List<Text> labels() {
        return spans.stream()
                .filter(span -> at(span.until()) - at(span.from()) >= MIN_LABEL_SHARE)
                .filter(span -> !span.label().isEmpty())
                .map(span -> new Text(SvgLengths.percent(at(span.from())), span.label()))
                .toList();
    }

    /** The remaining time, on the expected part. */
    public Optional<Text> remaining() {
        return end.filter(ahead -> at(ahead.value()) - at(last()) >= MIN_LABEL_SHARE)
                .map(ahead -> new Text(now(), left(ahead) + " to go"));
    }

    /** The texts above the bar, without overlaps. */
    public List<Text> notes() {
        List<Text> notes = new ArrayList<>();
        double free = MIN_NOTE_SHARE / 2;
        for (Span span : spans) {
            double middle = (at(span.from()) + at(span.until())) / 2;
            boolean fits = middle >= free && Math.abs(middle - at(last())) >= MIN_NOTE_SHARE;
            if (!span.note().isEmpty() && fits) {
                notes.add(new Text(SvgLengths.percent(middle), span.note()));
                free = middle + MIN_NOTE_SHARE * 1.5;
            }
        }
        return notes;
    }

    /** {@code Ends Fri 19:52}, at the right edge. */
    public Optional<String> ends() {
        return end.filter(_ -> at(last()) < 1 - MIN_NOTE_SHARE)
                .map(ahead -> "Ends " + times.time(ahead.value()));
    }

    /** The position of now, for a workload that has not ended. */
    public String now() {
        return SvgLengths.percent(at(last()));
    }

    public boolean isOngoing() {
        return end.isPresent();
    }

    /** The labels of hours or days below the bar. */
    public List<Text> ticks() {
        return TimeTicks.over(first(), scaleEnd(), times).stream()
                .map(tick -> new Text(SvgLengths.percent(at(tick.at())), tick.label()))
                .toList();
    }

    /** The text alternative. */
    public String words() {
        List<String> parts = new ArrayList<>(spans.stream().map(Span::words).toList());
        end.ifPresent(ahead -> parts.add("about " + left(ahead) + " to go"));
        String all = String.join(", ", parts);
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

    private Instant scaleEnd() {
        Instant high = end.map(Estimate::high).orElse(last());
        Instant last = high.isAfter(last()) ? high : last();
        return last.isAfter(first()) ? last : first().plusSeconds(1);
    }

    private double at(Instant instant) {
        double whole = Duration.between(first(), scaleEnd()).toMillis();
        double share = Duration.between(first(), instant).toMillis() / Math.max(whole, 1);
        return LEFT + Math.clamp(share, 0, 1) * (1 - LEFT - RIGHT);
    }
}
