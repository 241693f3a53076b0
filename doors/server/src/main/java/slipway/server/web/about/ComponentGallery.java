package slipway.server.web.about;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import slipway.base.Format;
import slipway.base.TimeFormat;
import slipway.server.web.chart.Chart;
import slipway.server.web.part.AcceleratorMap;
import slipway.server.web.part.BreakdownBar;
import slipway.server.web.part.BulletGraph;
import slipway.server.web.part.CheckItem;
import slipway.server.web.part.EstimateRange;
import slipway.server.web.part.FactItem;
import slipway.server.web.part.FormField;
import slipway.server.web.part.KeyFigure;
import slipway.server.web.part.NextStep;
import slipway.server.web.part.PageForm;
import slipway.server.web.part.QuotaBar;
import slipway.server.web.part.ShareBar;
import slipway.server.web.part.Sparkline;
import slipway.server.web.part.StateBadge;
import slipway.server.web.part.TimelineEntry;
import slipway.server.web.part.WorkloadTimeline;

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

    static ComponentGallery in(ZoneId zone) {
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
