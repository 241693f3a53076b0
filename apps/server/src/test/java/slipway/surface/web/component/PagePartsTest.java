package slipway.surface.web.component;

import static org.assertj.core.api.Assertions.assertThat;

import gg.jte.Content;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.base.text.Format;

class PagePartsTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final Content BODY = output -> output.writeContent("<p>inside</p>");

    @Test
    void timeline_entries_show_time_title_cause_and_expected_events() {
        String story =
                RenderedTemplate.part(
                        "story",
                        Map.of(
                                "story",
                                List.of(
                                        TimelineEntry.of(
                                                        NOW.minusSeconds(3_600),
                                                        StateBadge.PREEMPTING,
                                                        "Preempted",
                                                        "for <b>")
                                                .because("It needed 8 H100."),
                                        TimelineEntry.ahead(
                                                NOW.plusSeconds(3_600), "Expected to end")),
                                "times",
                                Format.times(NOW, ZoneOffset.UTC)));
        assertThat(story)
                .contains("title=\"Thu 17 Sep 2026, 13:20 UTC\">13:20</time>")
                .contains("aria-label=\"preempting\"")
                .contains("<b>Preempted</b> for &lt;b&gt;</p><p>It needed 8 H100.</p>")
                .contains("<li class=\"next\">")
                .contains("<p class=\"sw-muted\">Expected to end</p>");
    }

    @Test
    void a_panel_is_named_by_its_head_and_is_live_when_it_has_a_topic() {
        assertThat(
                        RenderedTemplate.part(
                                "panel", Map.of("id", "teams", "title", "Teams", "content", BODY)))
                .contains("id=\"teams\" aria-labelledby=\"h-teams\"")
                .contains("<h2 id=\"h-teams\">Teams</h2>")
                .contains("<p>inside</p>")
                .doesNotContain("data-live")
                .doesNotContain("<footer>");
        assertThat(
                        RenderedTemplate.part(
                                "panel",
                                Map.of(
                                        "id", "x", "title", "X", "tally", "9 < 10", "live",
                                        "people", "content", BODY, "foot", BODY)))
                .contains("data-live=\"people\"")
                .contains("<span class=\"sw-tally\">9 &lt; 10</span>")
                .contains("<footer><p>inside</p></footer>");
    }

    @Test
    void an_answer_is_the_first_heading() {
        assertThat(
                        RenderedTemplate.part(
                                "answer", Map.of("sentence", BODY, "lede", BODY, "actions", BODY)))
                .contains("<h1 class=\"sw-answer\">")
                .contains("<p class=\"sw-lede\">")
                .contains("<div class=\"sw-actions\">");
    }

    @Test
    void an_empty_list_shows_the_next_step() {
        assertThat(
                        RenderedTemplate.part(
                                "empty",
                                Map.of(
                                        "title",
                                        "No secrets yet.",
                                        "text",
                                        "One is a file.",
                                        "command",
                                        "slipway secret set X")))
                .contains("<b>No secrets yet.</b> One is a file.")
                .contains("<code>slipway secret set X</code>")
                .contains("data-copy");
    }

    @Test
    void steps_are_numbered_and_each_has_its_command() {
        assertThat(
                        RenderedTemplate.part(
                                "steps",
                                Map.of(
                                        "steps",
                                        List.of(
                                                new NextStep("One", "Do it.", "slipway one"),
                                                new NextStep("Two", "Do it.", "slipway two")))))
                .contains("<span>1</span>One")
                .contains("<span>2</span>Two")
                .contains("aria-label=\"Copy: slipway two\"");
    }

    @Test
    void facts_figures_and_checks_are_lists_of_terms() {
        assertThat(
                        RenderedTemplate.part(
                                "facts",
                                Map.of(
                                        "facts",
                                        List.of(
                                                FactItem.of("Java", "25"),
                                                FactItem.of("API", "here").at("/openapi.json")))))
                .contains("<dt>Java</dt><dd>25</dd>")
                .contains("<a class=\"sw-strong\" href=\"/openapi.json\">here</a>");
        assertThat(
                        RenderedTemplate.part(
                                "figures",
                                Map.of("figures", List.of(new KeyFigure("Cost", "$3", "of $4")))))
                .contains("<dt>Cost</dt>")
                .contains(">$3</dd><dd class=\"sw-sub\">of $4</dd>");
        assertThat(
                        RenderedTemplate.part(
                                "checks",
                                Map.of(
                                        "checks",
                                        List.of(
                                                CheckItem.well("A", "a"),
                                                CheckItem.open("B", "b"),
                                                CheckItem.broken("C", "c")))))
                .contains("aria-label=\"ok\"")
                .contains("aria-label=\"to do\"")
                .contains("aria-label=\"broken\"");
    }

    @Test
    void a_failure_note_is_an_alert() {
        assertThat(RenderedTemplate.part("note", Map.of("content", BODY)))
                .doesNotContain("role=")
                .contains("#i-bulb");
        assertThat(
                        RenderedTemplate.part(
                                "note", Map.of("content", BODY, "state", StateBadge.FAILED)))
                .contains("role=\"alert\"")
                .contains("data-kind=\"failed\"");
    }

    @Test
    void a_name_is_a_link_with_its_context() {
        assertThat(
                        RenderedTemplate.part(
                                "name",
                                Map.of(
                                        "text",
                                        "<b>",
                                        "path",
                                        "/x",
                                        "under",
                                        "vision",
                                        "state",
                                        StateBadge.LOST)))
                .contains("<a href=\"/x\" title=\"&lt;b>\">&lt;b&gt;</a>")
                .contains("<span class=\"sw-sub\">vision</span>")
                .contains("aria-label=\"lost\"");
    }

    @Test
    void a_one_time_secret_is_hidden_until_it_is_known() {
        assertThat(
                        RenderedTemplate.part(
                                "once",
                                Map.of(
                                        "id",
                                        "new",
                                        "title",
                                        "Copy it.",
                                        "text",
                                        "Only once.",
                                        "secret",
                                        "token")))
                .contains("<div class=\"sw-once\" id=\"new\" role=\"status\" hidden>")
                .contains("<code data-answer=\"token\"></code>");
    }

    @Test
    void a_problem_toast_is_an_alert_and_may_have_an_action() {
        assertThat(
                        RenderedTemplate.part(
                                "toast",
                                Map.of(
                                        "state",
                                        StateBadge.FAILED,
                                        "title",
                                        "No.",
                                        "action",
                                        "Try now")))
                .contains("role=\"alert\"")
                .contains(">Try now</button>");
        assertThat(
                        RenderedTemplate.part(
                                "toast", Map.of("state", StateBadge.SUCCEEDED, "title", "Yes.")))
                .doesNotContain("role=\"alert\"");
    }

    @Test
    void a_button_may_prefill_the_dialog_it_opens() {
        assertThat(
                        RenderedTemplate.part(
                                "open",
                                Map.of(
                                        "dialog",
                                        "new-team",
                                        "word",
                                        "New",
                                        "fill",
                                        "team=a\"b",
                                        "icon",
                                        "plus")))
                .contains("data-open=\"new-team\"")
                .contains("data-fill=\"team=a&#34;b\"")
                .contains("#i-plus");
        assertThat(RenderedTemplate.part("more", Map.of("path", "/x", "text", "All")))
                .contains("href=\"/x\">All ");
    }
}
