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
 * Every part, in every state. The day is always the same, so that two pictures of the page can be compared.
 *
 * @param names names as people really give them
 */
public record ComponentGallery(
        TimeFormat times,
        List<String> names,
        Texts texts,
        Forms forms,
        Marks marks,
        List<Chart> charts) {

    /** Parts that are words. */
    public record Texts(
            List<StateBadge> states,
            List<KeyFigure> figures,
            List<FactItem> facts,
            List<CheckItem> checks,
            List<NextStep> steps,
            List<TimelineEntry> story) {}

    /** Parts that are filled in. */
    public record Forms(PageForm dialog, PageForm act, List<FormField> fields) {}

    /** Parts that are small pictures. */
    public record Marks(
            List<Sparkline> sparks,
            List<ShareBar> bars,
            List<BulletGraph> bullets,
            List<Expected> ranges,
            List<BreakdownBar> parts,
            List<QuotaBar> quotas,
            List<WorkloadTimeline> lives,
            AcceleratorMap cells) {}

    /** A row of what was expected and what came. */
    public record Expected(
            String name, String estimate, String interval, EstimateRange range, String real) {}

    static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");

    public static ComponentGallery in(ZoneId zone) {
        TimeFormat timeFormat = Format.times(NOW, zone);
        return new ComponentGallery(
                timeFormat,
                AwkwardNames.NAMES,
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
