package slipway.simulate.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A chart with its title, a sentence that states its message, and the numbers behind it.
 *
 * @param head the column names of the table
 * @param rows its rows
 */
record ReportFigure(
        String title, String sentence, String drawing, List<String> head, List<List<String>> rows) {

    ReportFigure {
        head = List.copyOf(head);
        rows = List.copyOf(rows);
    }

    String html() {
        return """
                <figure>
                <h2>%s</h2>
                <p>%s</p>
                %s
                <details><summary>Table</summary><div class="scroll"><table>
                <thead><tr>%s</tr></thead>
                <tbody>
                %s</tbody></table></div></details>
                </figure>
                """
                .formatted(
                        HtmlEscape.safe(title),
                        HtmlEscape.safe(sentence),
                        drawing,
                        cells("th", head),
                        rows.stream()
                                .map(row -> "<tr>" + cells("td", row) + "</tr>\n")
                                .collect(Collectors.joining()));
    }

    private static String cells(String tag, List<String> texts) {
        return texts.stream()
                .map(text -> "<%s>%s</%s>".formatted(tag, HtmlEscape.safe(text), tag))
                .collect(Collectors.joining());
    }
}
