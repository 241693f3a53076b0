package slipway.surface.web.gallery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import slipway.surface.web.component.CheckItem;
import slipway.surface.web.component.FactItem;
import slipway.surface.web.component.FormField;
import slipway.surface.web.component.FormField.Kind;
import slipway.surface.web.component.FormField.Option;
import slipway.surface.web.component.KeyFigure;
import slipway.surface.web.component.NextStep;
import slipway.surface.web.component.PageForm;
import slipway.surface.web.component.StateBadge;
import slipway.surface.web.component.TimelineEntry;

/** Sample texts and forms. */
final class TextSamples {

    private TextSamples() {}

    static ComponentGallery.Texts texts(Instant now) {
        return new ComponentGallery.Texts(
                List.of(StateBadge.values()), figures(), facts(), checks(), steps(), timeline(now));
    }

    private static List<KeyFigure> figures() {
        return List.of(
                new KeyFigure("Progress", "72\u202f%", "step 20,087 of 28,000"),
                new KeyFigure("Ends", "Fri 19:52", "between 17:30 and 22:40"),
                new KeyFigure("Cost so far", "$2,883", "of $4,017 expected"),
                new KeyFigure("Utilization", "0\u202f%", "of 16 H100, last 5 min"),
                new KeyFigure("Next checkpoint", "none", "would restart from the beginning"),
                new KeyFigure("Not saved yet", "$12.47", "19 min since step 20,000"));
    }

    private static List<FactItem> facts() {
        return List.of(
                FactItem.of("Train", "web-clean@12, 1.92 TB").at("/about"),
                FactItem.of("Launcher", "torchrun, 2 nodes × 8"),
                FactItem.of("Long", AwkwardNames.LONG),
                FactItem.of("From right to left", AwkwardNames.RIGHT_TO_LEFT),
                FactItem.of("HTML", AwkwardNames.HTML),
                FactItem.of("Missing", "none"));
    }

    private static List<CheckItem> checks() {
        return List.of(
                CheckItem.well("Storage", "1.8 TB free; 2,900 durable writes per second"),
                CheckItem.open("Price", "L40S at $0.80 per GPU-hour, from the catalog"),
                CheckItem.broken(
                        "Sandbox", "bubblewrap is not installed: install the package bubblewrap"));
    }

    private static List<NextStep> steps() {
        return List.of(
                new NextStep(
                        "Run a job",
                        "A script is enough. Its log is shown here.",
                        "slipway run train.py --gpus 1"),
                new NextStep(
                        "Plan a larger job",
                        "Estimates memory, time and cost of a training run.",
                        "slipway plan train --model llama-3-8b --tokens 15B --deadline 3d"),
                new NextStep("Add your team", AwkwardNames.EMOJI, "slipway team add vision"));
    }

    private static List<TimelineEntry> timeline(Instant now) {
        Instant begun = now.minus(Duration.ofHours(77));
        return List.of(
                TimelineEntry.of(begun, StateBadge.QUEUED, "Submitted", "by mira")
                        .because("Estimated at 100 h and $3,840; that much was reserved."),
                TimelineEntry.of(
                        begun.plusSeconds(720),
                        StateBadge.STARTING,
                        "Starting",
                        "on h100-a1 and h100-a2"),
                TimelineEntry.of(
                                begun.plusSeconds(800),
                                StateBadge.RUNNING,
                                "Attempt 1 ran 33 h 32 min",
                                "on h100-a1")
                        .because("Rack a was the smallest topology domain that fits."),
                TimelineEntry.of(
                                now.minus(Duration.ofHours(43)),
                                StateBadge.PREEMPTING,
                                "Preempted",
                                "for ranker-canary")
                        .because("It needed 8 H100, and the least work was lost here: 9 s."),
                TimelineEntry.of(
                        now.minus(Duration.ofHours(20)),
                        StateBadge.LOST,
                        "Lost",
                        "with node h100-b2"),
                TimelineEntry.of(
                                now.minus(Duration.ofHours(9)),
                                StateBadge.FAILED,
                                AwkwardNames.LONG,
                                "failed")
                        .because(AwkwardNames.HTML),
                TimelineEntry.of(
                        now.minus(Duration.ofHours(8)),
                        StateBadge.CANCELLED,
                        "Cancelled",
                        "by " + AwkwardNames.RIGHT_TO_LEFT),
                TimelineEntry.of(now.minusSeconds(60), StateBadge.SUCCEEDED, "Verified", "in 38 s"),
                TimelineEntry.ahead(
                        now.plus(Duration.ofHours(29)),
                        "Expected to end, between 17:30 and 22:40"));
    }

    static ComponentGallery.Forms forms() {
        return new ComponentGallery.Forms(
                PageForm.of("POST /api/v1/about/nowhere", "Send")
                        .done("{name} was sent.")
                        .as("slipway example {name} [--days {days}] [--role {role}]"),
                PageForm.of("DELETE /api/v1/about/nowhere", "Remove")
                        .asking("Removing it loses 19 min of work, $12.47."),
                fields());
    }

    private static List<FormField> fields() {
        return List.of(
                FormField.text("name", "Name").hint("name").sample("vision").must(),
                FormField.text("title", "Title").holding(AwkwardNames.HTML),
                FormField.of(Kind.WHOLE, "days", "Days")
                        .holding("90")
                        .help("How long it is valid."),
                FormField.of(Kind.SECRET, "value", "Value").help("Never shown again."),
                FormField.of(Kind.WORDS, "groups", "Groups").sample("ml-vision, ml-leads"),
                FormField.choice(
                        "role",
                        "Role",
                        List.of(
                                Option.of("viewer", "Viewer"),
                                new Option("member", "Member", true),
                                Option.of("long", AwkwardNames.LONG))),
                FormField.ticks(
                                "may",
                                "Permissions",
                                List.of(
                                        new Option("team:read", "team:read", true),
                                        Option.of("events:read", "events:read")))
                        .hint("none selected: all permissions of the owner"),
                FormField.of(Kind.TICK, "service", "A service account").holding("true"),
                FormField.of(Kind.LONG, "note", "Note").holding(AwkwardNames.RIGHT_TO_LEFT),
                FormField.of(Kind.FIXED, "team", "Team").holding("language"),
                FormField.hidden("seen", "yes"));
    }
}
