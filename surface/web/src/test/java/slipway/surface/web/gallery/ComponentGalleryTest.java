package slipway.surface.web.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.component.StateBadge;

class ComponentGalleryTest {

    private final ComponentGallery view = ComponentGallery.in(ZoneOffset.UTC);

    @Test
    void every_state_and_every_kind_of_chart_is_shown() {
        assertThat(view.texts().states()).containsExactly(StateBadge.values());
        Set<String> kinds = new TreeSet<>();
        view.charts().forEach(chart -> kinds.add(chart.spec().kind()));
        assertThat(kinds)
                .containsExactly("bars", "gantt", "heat", "line", "parallel", "pareto", "stack")
                .hasSameSizeAs(Chart.Spec.class.getPermittedSubclasses());
    }

    @Test
    void the_names_are_long_right_to_left_and_contain_emoji_and_html() {
        assertThat(view.names()).anyMatch(name -> name.length() == 300);
        assertThat(view.names()).anyMatch(name -> name.contains("</script>"));
        assertThat(view.names()).anyMatch(name -> name.codePoints().anyMatch(Character::isEmoji));
        assertThat(view.names())
                .anyMatch(
                        name ->
                                Character.getDirectionality(name.charAt(0))
                                        == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC);
    }

    @Test
    void the_page_is_the_same_at_every_request() {
        assertThat(ComponentGallery.in(ZoneOffset.UTC)).isEqualTo(view);
        assertThat(List.copyOf(view.charts())).extracting(Chart::id).doesNotHaveDuplicates();
    }
}
