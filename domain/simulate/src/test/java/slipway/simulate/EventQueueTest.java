package slipway.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.testkit.Generator.ints;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.simulate.EventQueue.Event;
import slipway.testkit.Property;

class EventQueueTest {

    private record Item(long time, int subject) {}

    @Test
    void the_earliest_event_comes_first_and_equals_in_insertion_order() {
        Property.holds(
                ints(0, 20).list(),
                times -> {
                    var eventQueue = new EventQueue();
                    List<Item> expected = new ArrayList<>();
                    for (int at = 0; at < times.size(); at++) {
                        eventQueue.add(times.get(at), Event.END, at, 0);
                        expected.add(new Item(times.get(at), at));
                    }
                    expected.sort(Comparator.comparingLong(Item::time));
                    List<Item> taken = new ArrayList<>();
                    while (!eventQueue.isEmpty()) {
                        taken.add(new Item(eventQueue.time(), eventQueue.subject()));
                        eventQueue.remove();
                    }
                    assertThat(taken).isEqualTo(expected);
                });
    }

    @Test
    void every_field_of_an_event_is_preserved() {
        for (Event event : Event.values()) {
            var eventQueue = new EventQueue();
            eventQueue.add(Long.MAX_VALUE, event, 1_999_999, 123_456);
            assertThat(eventQueue.event()).isEqualTo(event);
            assertThat(eventQueue.subject()).isEqualTo(1_999_999);
            assertThat(eventQueue.attempt()).isEqualTo(123_456);
        }
    }
}
