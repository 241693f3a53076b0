package slipway.server.web.about;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import slipway.base.Format;
import slipway.base.TimeFormat;
import slipway.server.web.chart.Chart;
import slipway.server.web.part.Bar;
import slipway.server.web.part.Bullet;
import slipway.server.web.part.Cells;
import slipway.server.web.part.Check;
import slipway.server.web.part.Field;
import slipway.server.web.part.Figure;
import slipway.server.web.part.Form;
import slipway.server.web.part.Life;
import slipway.server.web.part.Moment;
import slipway.server.web.part.Parts;
import slipway.server.web.part.Quota;
import slipway.server.web.part.Range;
import slipway.server.web.part.Spark;
import slipway.server.web.part.State;
import slipway.server.web.part.Step;
import slipway.server.web.part.Term;

/**
 * Every part, in every state. The day is always the same, so that two pictures of the page can be compared.
 *
 * @param names names as people really give them
 */
public record GalleryView(
        TimeFormat times,
        List<String> names,
        Texts texts,
        Forms forms,
        Marks marks,
        List<Chart> charts) {

    /** Parts that are words. */
    public record Texts(
            List<State> states,
            List<Figure> figures,
            List<Term> facts,
            List<Check> checks,
            List<Step> steps,
            List<Moment> story) {}

    /** Parts that are filled in. */
    public record Forms(Form dialog, Form act, List<Field> fields) {}

    /** Parts that are small pictures. */
    public record Marks(
            List<Spark> sparks,
            List<Bar> bars,
            List<Bullet> bullets,
            List<Expected> ranges,
            List<Parts> parts,
            List<Quota> quotas,
            List<Life> lives,
            Cells cells) {}

    /** A row of what was expected and what came. */
    public record Expected(
            String name, String estimate, String interval, Range range, String real) {}

    static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");

    static GalleryView in(ZoneId zone) {
        TimeFormat timeFormat = Format.times(NOW, zone);
        return new GalleryView(
                timeFormat,
                Awkward.NAMES,
                TextSamples.texts(NOW),
                TextSamples.forms(),
                MarkSamples.marks(timeFormat),
                ChartSamples.charts(NOW));
    }

    /** Times as seen from the very moment that is said to be now. */
    public Instant now() {
        return NOW;
    }

    public Instant ago(long seconds) {
        return NOW.minusSeconds(seconds);
    }
}
