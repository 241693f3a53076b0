package slipway.server.web.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.server.web.part.Field.Kind;
import slipway.server.web.part.Field.Option;

class FormTest {

    private static final Form ADD =
            Form.of("PUT /api/v1/teams/{team}", "Found the team")
                    .done("{team} was founded.")
                    .undoneBy("DELETE /api/v1/teams/{team}")
                    .as("slipway team add {team} [--under {parent}]");

    @Test
    void a_form_that_changes_nothing_is_refused() {
        assertThatThrownBy(() -> Form.of("GET /api/v1/teams", "Look"))
                .hasMessageContaining("Not a call that changes something");
        assertThatThrownBy(() -> Form.of("PUT /elsewhere", "Do it"))
                .hasMessageContaining("Not a call that changes something");
        assertThatThrownBy(() -> ADD.undoneBy("DELETE https://elsewhere"))
                .hasMessageContaining("Not a call that changes something");
        assertThatThrownBy(() -> Form.of("PUT /api/v1/teams/{team}", " "))
                .hasMessageContaining("A button says what happens");
    }

    @Test
    void a_dialog_tells_the_script_what_to_call_and_what_to_say() {
        String dialog = dialog(ADD, List.of(Field.text("team", "Name").must()));
        assertThat(dialog)
                .contains(
                        "<dialog class=\"sw-dialog\" id=\"add-team\" aria-labelledby=\"h-add-team\">")
                .contains("data-call=\"PUT /api/v1/teams/{team}\"")
                .contains("data-done=\"{team} was founded.\"")
                .contains("data-undo=\"DELETE /api/v1/teams/{team}\"")
                .contains(
                        "data-command=\"slipway team add {team} [--under {parent}]\">slipway team add TEAM</code>")
                .contains("<p class=\"sw-wrong\" role=\"alert\" hidden></p>")
                .contains("type=\"submit\">Found the team</button>")
                .doesNotContain("data-ask")
                .doesNotContain("data-once");
    }

    @Test
    void what_loses_something_says_so_on_the_form_and_its_button_says_what_happens() {
        Form revoke =
                Form.of("DELETE /api/v1/tokens/{token}", "Revoke it")
                        .asking("Whoever uses \"laptop\" is shut out.");
        String act =
                Drawn.part(
                        "act",
                        Map.of(
                                "form",
                                revoke,
                                "fields",
                                List.of(Field.hidden("token", "t-1")),
                                "label",
                                "Revoke laptop"));
        assertThat(act)
                .contains("data-ask=\"Whoever uses &#34;laptop&#34; is shut out.\"")
                .contains("data-word=\"Revoke it\"")
                .contains("aria-label=\"Revoke laptop\"")
                .contains("<input type=\"hidden\" name=\"token\" value=\"t-1\">");
    }

    @Test
    void a_field_is_named_after_what_is_sent_and_says_what_it_wants() {
        assertThat(field(Field.text("max_gpus", "Most").hint("max_gpus").help("At once.").must()))
                .contains("<span>Most<small>max_gpus</small></span>")
                .contains("name=\"max_gpus\"")
                .contains(" required")
                .contains("<small class=\"sw-sub\">At once.</small>")
                .doesNotContain("data-whole");
        assertThat(field(Field.of(Kind.WHOLE, "days", "Days")))
                .contains("data-whole")
                .contains("inputmode=\"numeric\"");
        assertThat(field(Field.of(Kind.WORDS, "groups", "Groups"))).contains("data-list");
        assertThat(field(Field.of(Kind.SECRET, "value", "Value"))).contains("type=\"password\"");
        assertThat(field(Field.of(Kind.LONG, "note", "Note").holding("a <b>")))
                .contains("data-text")
                .contains(">a &lt;b&gt;</textarea>");
        assertThat(field(Field.of(Kind.FIXED, "team", "Team").holding("vision")))
                .contains(" readonly");
        assertThat(field(Field.of(Kind.TICK, "service", "A service account").holding("true")))
                .contains(" checked");
    }

    @Test
    void one_chooses_among_titles_and_sends_values() {
        List<Option> roles =
                List.of(Option.of("viewer", "Viewer"), new Option("lead", "Lead", true));
        assertThat(field(Field.choice("role", "Role", roles)))
                .contains("<option value=\"viewer\">Viewer</option>")
                .contains("<option value=\"lead\" selected>Lead</option>");
        assertThat(field(Field.ticks("may", "May", roles)))
                .contains("<legend>May</legend>")
                .contains("data-list name=\"may\" value=\"lead\" checked");
    }

    @Test
    void a_field_that_cannot_be_filled_in_is_refused() {
        assertThatThrownBy(() -> Field.text("Not a name", "Label"))
                .hasMessageContaining("Not the name of a member");
        assertThatThrownBy(() -> Field.choice("role", "Role", List.of()))
                .hasMessageContaining("role has 0 choices");
    }

    @Test
    void html_in_a_value_stays_text() {
        assertThat(field(Field.text("name", "<i>").holding("\"><script>alert(1)</script>")))
                .contains("<span>&lt;i&gt;</span>")
                .contains("value=\"&#34;>&lt;script")
                .doesNotContain("<script");
    }

    private static String field(Field formField) {
        return Drawn.part("field", Map.of("field", formField));
    }

    private static String dialog(Form pageForm, List<Field> fields) {
        return Drawn.part(
                "dialog",
                Map.of("id", "add-team", "title", "New team", "form", pageForm, "fields", fields));
    }
}
