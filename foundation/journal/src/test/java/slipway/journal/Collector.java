package slipway.journal;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import slipway.journal.table.RowChange;

/** Collects the events that it gets. */
class Collector implements JournalReader {
    final List<String> told = new ArrayList<>();
    final CountDownLatch heard;
    private final String name;

    Collector(String name, int expected) {
        this.name = name;
        this.heard = new CountDownLatch(expected);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<JournalStream> streams() {
        return EnumSet.allOf(JournalStream.class);
    }

    @Override
    public List<RowChange> apply(List<Event> events) {
        for (Event event : events) {
            told.add(event.fact().map(JournalContractFixture::text).orElse(event.kind()));
            heard.countDown();
        }
        return List.of();
    }
}
