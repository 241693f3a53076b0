package slipway.surface.audit.server;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.journal.MerkleLeaf;

/** Entries as a table for other programs (RFC 4180). */
final class AuditCsv {

    private static final List<String> HEAD =
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

    static String of(List<Event> entries, TimeFormat timeFormat) {
        return Stream.concat(
                        Stream.of(HEAD), entries.stream().map(entry -> cells(entry, timeFormat)))
                .map(AuditCsv::line)
                .collect(Collectors.joining());
    }

    private static List<String> cells(Event entry, TimeFormat timeFormat) {
        var what = entry.what();
        return List.of(
                Long.toString(entry.seq()),
                entry.at().toString(),
                what.actor().name(),
                what.actor().via(),
                entry.kind(),
                what.team().orElse(""),
                what.subject(),
                EventItem.of(entry, timeFormat).sentence().text(),
                what.actor().request(),
                entry.leaf().map(MerkleLeaf::hash).orElse(""));
    }

    private static String line(List<String> cells) {
        return cells.stream().map(AuditCsv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    /** A table program would run what begins like a formula, whoever wrote it; a quote before it keeps it a text. */
    private static String cell(String text) {
        String safe = text.matches("(?s)[=+\\-@\\t\\r].*") ? "'" + text : text;
        return safe.matches("[\\w.:/ -]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
