package slipway.surface.web.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.surface.web.component.FormField.Kind;
import slipway.surface.web.component.FormField.Option;

class PageFormTest {

    private static final PageForm ADD =
            PageForm.of("PUT /api/v1/teams/{team}", "Create team")
                    .done("{team} was created.")
                    .undoneBy("DELETE /api/v1/teams/{team}")
                    .as("slipway team add {team} [--under {parent}]");

    @Test
    void a_form_that_changes_nothing_is_refused() {
        assertThatThrownBy(() -> PageForm.of("GET /api/v1/teams", "Look"))
                .hasMessageContaining("Not a call that changes state");
        assertThatThrownBy(() -> PageForm.of("PUT /elsewhere", "Do it"))
                .hasMessageContaining("Not a call that changes state");
        assertThatThrownBy(() -> ADD.undoneBy("DELETE https://elsewhere"))
                .hasMessageContaining("Not a call that changes state");
        assertThatThrownBy(() -> PageForm.of("PUT /api/v1/teams/{team}", " "))
                .hasMessageContaining("A button needs a label");
    }

    @Test
    void a_dialog_carries_its_call_and_messages_for_the_script() {
        String dialog = dialog(ADD, List.of(FormField.text("team", "Name").must()));
        assertThat(dialog)
                .contains(
                        "<dialog class=\"sw-dialog\" id=\"add-team\" aria-labelledby=\"h-add-team\">")
                .contains("data-call=\"PUT /api/v1/teams/{team}\"")
                .contains("data-done=\"{team} was created.\"")
                .contains("data-undo=\"DELETE /api/v1/teams/{team}\"")
                .contains(
                        "data-command=\"slipway team add {team} [--under {parent}]\">slipway team add TEAM</code>")
                .contains("<p class=\"sw-wrong\" role=\"alert\" hidden></p>")
                .contains("type=\"submit\">Create team</button>")
                .doesNotContain("data-ask")
                .doesNotContain("data-once");
    }

    @Test
    void a_destructive_form_asks_for_confirmation() {
        PageForm revoke =
                PageForm.of("DELETE /api/v1/tokens/{token}", "Revoke it")
                        .asking("Programs that use \"laptop\" lose access.");
        String act =
                RenderedTemplate.part(
                        "act",
                        Map.of(
                                "form",
                                revoke,
                                "fields",
                                List.of(FormField.hidden("token", "t-1")),
                                "label",
                                "Revoke laptop"));
        assertThat(act)
                .contains("data-ask=\"Programs that use &#34;laptop&#34; lose access.\"")
                .contains("data-word=\"Revoke it\"")
                .contains("aria-label=\"Revoke laptop\"")
                .contains("<input type=\"hidden\" name=\"token\" value=\"t-1\">");
    }

    @Test
    void a_field_is_named_after_its_member_and_describes_its_input() {
        assertThat(
                        field(
                                FormField.text("max_gpus", "Most")
                                        .hint("max_gpus")
                                        .help("At once.")
                                        .must()))
                .contains("<span>Most<small>max_gpus</small></span>")
                .contains("name=\"max_gpus\"")
                .contains(" required")
                .contains("<small class=\"sw-sub\">At once.</small>")
                .doesNotContain("data-whole");
        assertThat(field(FormField.of(Kind.WHOLE, "days", "Days")))
                .contains("data-whole")
                .contains("inputmode=\"numeric\"");
        assertThat(field(FormField.of(Kind.WORDS, "groups", "Groups"))).contains("data-list");
        assertThat(field(FormField.of(Kind.SECRET, "value", "Value")))
                .contains("type=\"password\"");
        assertThat(field(FormField.of(Kind.LONG, "note", "Note").holding("a <b>")))
                .contains("data-text")
                .contains(">a &lt;b&gt;</textarea>");
        assertThat(field(FormField.of(Kind.FIXED, "team", "Team").holding("vision")))
                .contains(" readonly");
        assertThat(field(FormField.of(Kind.TICK, "service", "A service account").holding("true")))
                .contains(" checked");
    }

    @Test
    void choices_show_titles_and_send_values() {
        List<Option> roles =
                List.of(Option.of("viewer", "Viewer"), new Option("lead", "Lead", true));
        assertThat(field(FormField.choice("role", "Role", roles)))
                .contains("<option value=\"viewer\">Viewer</option>")
                .contains("<option value=\"lead\" selected>Lead</option>");
        assertThat(field(FormField.ticks("may", "May", roles)))
                .contains("<legend>May</legend>")
                .contains("data-list name=\"may\" value=\"lead\" checked");
    }

    @Test
    void a_field_that_cannot_be_filled_in_is_refused() {
        assertThatThrownBy(() -> FormField.text("Not a name", "Label"))
                .hasMessageContaining("Not a member name");
        assertThatThrownBy(() -> FormField.choice("role", "Role", List.of()))
                .hasMessageContaining("role has 0 choices");
    }

    @Test
    void html_in_a_value_stays_text() {
        assertThat(field(FormField.text("name", "<i>").holding("\"><script>alert(1)</script>")))
                .contains("<span>&lt;i&gt;</span>")
                .contains("value=\"&#34;>&lt;script")
                .doesNotContain("<script");
    }

    private static String field(FormField formField) {
        return RenderedTemplate.part("field", Map.of("field", formField));
    }

    private static String dialog(PageForm pageForm, List<FormField> fields) {
        return RenderedTemplate.part(
                "dialog",
                Map.of("id", "add-team", "title", "New team", "form", pageForm, "fields", fields));
    }
}
