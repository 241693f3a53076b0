package slipway.surface.web.gallery;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.component.AcceleratorMap;
import slipway.surface.web.component.BreakdownBar;
import slipway.surface.web.component.BulletGraph;
import slipway.surface.web.component.CheckItem;
import slipway.surface.web.component.EstimateRange;
import slipway.surface.web.component.FactItem;
import slipway.surface.web.component.FormField;
import slipway.surface.web.component.KeyFigure;
import slipway.surface.web.component.NextStep;
import slipway.surface.web.component.PageForm;
import slipway.surface.web.component.QuotaBar;
import slipway.surface.web.component.ShareBar;
import slipway.surface.web.component.Sparkline;
import slipway.surface.web.component.StateBadge;
import slipway.surface.web.component.TimelineEntry;
import slipway.surface.web.component.WorkloadTimeline;

/**
 * Every component in every state. The date is fixed, so that two screenshots of the page can be compared.
 *
 * @param names awkward but realistic names
 */
public record ComponentGallery(
        TimeFormat times,
        List<String> names,
        Texts texts,
        Forms forms,
        Marks marks,
        List<Chart> charts) {

    /** Text components. */
    public record Texts(
            List<StateBadge> states,
            List<KeyFigure> figures,
            List<FactItem> facts,
            List<CheckItem> checks,
            List<NextStep> steps,
            List<TimelineEntry> timeline) {}

    /** Form components. */
    public record Forms(PageForm dialog, PageForm act, List<FormField> fields) {}

    /** Graphic components. */
    public record Marks(
            List<Sparkline> sparks,
            List<ShareBar> bars,
            List<BulletGraph> bullets,
            List<Expected> ranges,
            List<BreakdownBar> parts,
            List<QuotaBar> quotas,
            List<WorkloadTimeline> timelines,
            AcceleratorMap cells) {}

    /** A row with an estimate and the actual value. */
    public record Expected(
            String name, String estimate, String interval, EstimateRange range, String real) {}

    static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");

    public static ComponentGallery in(ZoneId zone) {
        TimeFormat times = Format.times(NOW, zone);
        return new ComponentGallery(
                times,
                AwkwardNames.NAMES,
                TextSamples.texts(NOW),
                TextSamples.forms(),
                MarkSamples.marks(times),
                ChartSamples.charts(NOW));
    }

    /** The fixed current time. */
    public Instant now() {
        return NOW;
    }

    public Instant ago(long seconds) {
        return NOW.minusSeconds(seconds);
    }
}
