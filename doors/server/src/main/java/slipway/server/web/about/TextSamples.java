package slipway.server.web.about;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import slipway.server.web.part.Check;
import slipway.server.web.part.Field;
import slipway.server.web.part.Field.Kind;
import slipway.server.web.part.Field.Option;
import slipway.server.web.part.Figure;
import slipway.server.web.part.Form;
import slipway.server.web.part.Moment;
import slipway.server.web.part.State;
import slipway.server.web.part.Step;
import slipway.server.web.part.Term;

/** Parts that are words, with something in them. */
final class TextSamples {

    private TextSamples() {}

    static GalleryView.Texts texts(Instant now) {
        return new GalleryView.Texts(
                List.of(State.values()), figures(), facts(), checks(), steps(), story(now));
    }

    private static List<Figure> figures() {
        return List.of(
                new Figure("Progress", "72\u202f%", "step 20,087 of 28,000"),
                new Figure("Ends", "Fri 19:52", "between 17:30 and 22:40"),
                new Figure("Cost so far", "$2,883", "of $4,017 expected"),
                new Figure("Utilisation", "0\u202f%", "of 16 H100, last 5 min"),
                new Figure("Next checkpoint", "none", "would start again"),
                new Figure("Not saved yet", "$12.47", "19 min since step 20,000"));
    }

    private static List<Term> facts() {
        return List.of(
                Term.of("Train", "web-clean@12, 1.92 TB").at("/about"),
                Term.of("Launcher", "torchrun, 2 nodes × 8"),
                Term.of("Long", Awkward.LONG),
                Term.of("From right to left", Awkward.RIGHT_TO_LEFT),
                Term.of("HTML", Awkward.HTML),
                Term.of("Missing", "none"));
    }

    private static List<Check> checks() {
        return List.of(
                Check.well("Storage", "1.8 TB free; 2,900 durable writes per second"),
                Check.open("Price", "L40S at $0.80 per GPU-hour, from the catalog"),
                Check.broken(
                        "Sandbox", "bubblewrap is not installed: install the package bubblewrap"));
    }

    private static List<Step> steps() {
        return List.of(
                new Step(
                        "Run something",
                        "A script is enough. It queues, starts, and shows its log here.",
                        "slipway run train.py --gpus 1"),
                new Step(
                        "Ask what a bigger one takes",
                        "Memory, time and money of a training before it exists.",
                        "slipway plan train --model llama-3-8b --tokens 15B --deadline 3d"),
                new Step("Let your team in", Awkward.PICTURES, "slipway team add vision"));
    }

    private static List<Moment> story(Instant now) {
        Instant begun = now.minus(Duration.ofHours(77));
        return List.of(
                Moment.of(begun, State.QUEUED, "Submitted", "by mira")
                        .because("Estimated at 100 h and $3,840; that much was reserved."),
                Moment.of(
                        begun.plusSeconds(720),
                        State.STARTING,
                        "Starting",
                        "on h100-a1 and h100-a2"),
                Moment.of(
                                begun.plusSeconds(800),
                                State.RUNNING,
                                "Attempt 1 ran 33 h 32 min",
                                "on h100-a1")
                        .because("Rack a was the smallest domain that fits."),
                Moment.of(
                                now.minus(Duration.ofHours(43)),
                                State.PREEMPTING,
                                "Preempted",
                                "for ranker-canary")
                        .because("It needed 8 H100 and least work was lost here: 9 s."),
                Moment.of(now.minus(Duration.ofHours(20)), State.LOST, "Lost", "with node h100-b2"),
                Moment.of(now.minus(Duration.ofHours(9)), State.FAILED, Awkward.LONG, "failed")
                        .because(Awkward.HTML),
                Moment.of(
                        now.minus(Duration.ofHours(8)),
                        State.CANCELLED,
                        "Cancelled",
                        "by " + Awkward.RIGHT_TO_LEFT),
                Moment.of(now.minusSeconds(60), State.SUCCEEDED, "Verified", "in 38 s"),
                Moment.ahead(
                        now.plus(Duration.ofHours(29)),
                        "Expected to end, between 17:30 and 22:40"));
    }

    static GalleryView.Forms forms() {
        return new GalleryView.Forms(
                Form.of("POST /api/v1/about/nowhere", "Send it nowhere")
                        .done("{name} was sent.")
                        .as("slipway example {name} [--days {days}] [--role {role}]"),
                Form.of("DELETE /api/v1/about/nowhere", "Remove it")
                        .asking("Removing it loses 19 min of work, $12.47."),
                fields());
    }

    private static List<Field> fields() {
        return List.of(
                Field.text("name", "Name").hint("name").sample("vision").must(),
                Field.text("title", "Title").holding(Awkward.HTML),
                Field.of(Kind.WHOLE, "days", "Days").holding("90").help("How long it is valid."),
                Field.of(Kind.SECRET, "value", "Value").help("Never shown again."),
                Field.of(Kind.WORDS, "groups", "Groups").sample("ml-vision, ml-leads"),
                Field.choice(
                        "role",
                        "Role",
                        List.of(
                                Option.of("viewer", "Viewer"),
                                new Option("member", "Member", true),
                                Option.of("long", Awkward.LONG))),
                Field.ticks(
                                "may",
                                "May",
                                List.of(
                                        new Option("team:read", "team:read", true),
                                        Option.of("events:read", "events:read")))
                        .hint("nothing ticked: everything its owner may"),
                Field.of(Kind.TICK, "service", "A service account").holding("true"),
                Field.of(Kind.LONG, "note", "Note").holding(Awkward.RIGHT_TO_LEFT),
                Field.of(Kind.FIXED, "team", "Team").holding("language"),
                Field.hidden("seen", "yes"));
    }
}
