package slipway.surface.audit.server;

import java.util.List;
import java.util.stream.Collectors;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.journal.MerkleLeaf;

/** Writes entries as CSV (RFC 4180). */
final class AuditCsv {

    private static final List<String> HEADER =
            List.of(
                    "entry",
                    "at",
                    "by",
                    "via",
                    "kind",
                    "team",
                    "subject",
                    "what_happened",
                    "request",
                    "hash");

    private AuditCsv() {}

    static String header() {
        return line(HEADER);
    }

    static String lines(List<Event> entries, TimeFormat times) {
        return entries.stream()
                .map(entry -> line(cells(entry, times)))
                .collect(Collectors.joining());
    }

    private static List<String> cells(Event entry, TimeFormat times) {
        var what = entry.what();
        return List.of(
                Long.toString(entry.seq()),
                entry.at().toString(),
                what.actor().name(),
                what.actor().via(),
                entry.kind(),
                what.team().orElse(""),
                what.subject(),
                EventItem.of(entry, times).sentence().text(),
                what.actor().request(),
                entry.leaf().map(MerkleLeaf::hash).orElse(""));
    }

    private static String line(List<String> cells) {
        return cells.stream().map(AuditCsv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    /** A spreadsheet would run text that begins like a formula; a leading quote keeps it text. */
    private static String cell(String text) {
        String safe = text.matches("(?s)[=+\\-@\\t\\r].*") ? "'" + text : text;
        return safe.matches("[\\w.:/ -]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
