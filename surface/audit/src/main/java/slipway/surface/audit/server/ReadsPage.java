package slipway.surface.audit.server;

import java.util.List;
import slipway.audit.ReadEntry;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;

/** What the page of the access log shows: its newest entries. */
public record ReadsPage(List<Item> items) {

    public ReadsPage {
        items = List.copyOf(items);
    }

    /** The reads of one object by one reader in one hour, in words. */
    public record Item(String time, String actor, String object, String reads, String attempt) {}

    static ReadsPage of(List<ReadEntry> entries, TimeFormat times) {
        return new ReadsPage(entries.stream().map(entry -> item(entry, times)).toList());
    }

    private static Item item(ReadEntry entry, TimeFormat times) {
        return new Item(
                times.time(entry.lastAt()),
                entry.actor(),
                "%s %s of %s".formatted(entry.type(), entry.object(), entry.team()),
                Format.count(entry.reads()),
                entry.requests().split(" ", 2)[0]);
    }
}
