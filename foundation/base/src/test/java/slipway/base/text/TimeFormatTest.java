package slipway.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;

class TimeFormatTest {

    static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    static final TimeFormat THURSDAY = Format.times(NOW, ZoneOffset.UTC);

    @Test
    void today_has_only_the_time() {
        assertThat(THURSDAY.time(at("2026-09-17T17:35:59Z"))).isEqualTo("17:35");
        assertThat(THURSDAY.time(at("2026-09-17T00:00:00Z"))).isEqualTo("00:00");
    }

    @Test
    void a_day_whose_name_is_not_todays_has_its_name_and_the_time() {
        assertThat(THURSDAY.time(at("2026-09-18T19:52:00Z"))).isEqualTo("Fri 19:52");
        assertThat(THURSDAY.time(at("2026-09-23T09:00:00Z"))).isEqualTo("Wed 09:00");
        assertThat(THURSDAY.time(at("2026-09-11T09:30:00Z"))).isEqualTo("Fri 09:30");
    }

    @Test
    void a_week_away_and_beyond_has_the_date() {
        assertThat(THURSDAY.time(at("2026-09-24T09:00:00Z"))).isEqualTo("24 Sep");
        assertThat(THURSDAY.time(at("2026-09-10T22:40:00Z"))).isEqualTo("10 Sep");
        assertThat(THURSDAY.time(at("2026-10-01T00:00:00Z"))).isEqualTo("1 Oct");
        assertThat(THURSDAY.time(at("2027-10-01T00:00:00Z"))).isEqualTo("1 Oct 2027");
    }

    @Test
    void the_day_is_that_of_the_readers_zone() {
        var tokyo = Format.times(NOW, ZoneId.of("Asia/Tokyo"));

        assertThat(tokyo.time(NOW)).isEqualTo("23:20");
        assertThat(tokyo.time(NOW.plusSeconds(3_600))).isEqualTo("Fri 00:20");
        assertThat(tokyo.exact(NOW)).isEqualTo("Thu 17 Sep 2026, 23:20 +09:00");
        assertThat(THURSDAY.exact(NOW)).isEqualTo("Thu 17 Sep 2026, 14:20 UTC");
    }

    @Test
    void an_axis_says_hours_days_or_dates_as_its_reader_counts_them() {
        var tokyo = Format.times(NOW, ZoneId.of("Asia/Tokyo"));

        assertThat(tokyo.clock(at("2026-10-01T15:05:00Z"))).isEqualTo("00:05");
        assertThat(tokyo.weekday(at("2026-09-17T15:05:00Z"))).isEqualTo("Fri 18");
        assertThat(tokyo.day(at("2026-12-31T15:05:00Z"))).isEqualTo("1 Jan");
    }

    @Test
    void where_events_stand_below_each_other_a_time_has_its_seconds() {
        assertThat(THURSDAY.withSeconds(at("2026-09-17T14:19:34Z"))).isEqualTo("14:19:34");
        assertThat(THURSDAY.withSeconds(at("2026-09-14T09:05:07Z"))).isEqualTo("Mon 09:05:07");
        assertThat(THURSDAY.withSeconds(at("2026-03-03T09:05:07Z"))).isEqualTo("3 Mar 09:05:07");
        assertThat(THURSDAY.withSeconds(at("2025-03-03T09:05:00Z")))
                .isEqualTo("3 Mar 2025 09:05:00");
    }

    @Test
    void a_relative_time_says_which_way() {
        assertThat(THURSDAY.relative(at("2026-09-17T17:35:00Z"))).isEqualTo("in 3 h 15 min");
        assertThat(THURSDAY.relative(at("2026-09-17T14:19:19Z"))).isEqualTo("41 s ago");
        assertThat(THURSDAY.relative(NOW.plusMillis(999))).isEqualTo("now");
    }

    @Test
    void an_interval_says_a_day_once() {
        assertThat(THURSDAY.between(at("2026-09-17T17:30:00Z"), at("2026-09-17T22:40:00Z")))
                .isEqualTo("between 17:30 and 22:40");
        assertThat(THURSDAY.between(at("2026-09-18T17:30:00Z"), at("2026-09-18T22:40:00Z")))
                .isEqualTo("between Fri 17:30 and 22:40");
        assertThat(THURSDAY.range(at("2026-09-17T23:15:00Z"), at("2026-09-18T00:40:00Z")))
                .isEqualTo("23:15 to Fri 00:40");
        assertThat(THURSDAY.between(at("2026-10-01T01:00:00Z"), at("2026-10-01T02:00:00Z")))
                .isEqualTo("1 Oct");
        assertThat(THURSDAY.range(at("2026-10-01T01:00:00Z"), at("2026-10-02T02:00:00Z")))
                .isEqualTo("1 Oct to 2 Oct");
    }

    @Test
    void an_expected_start_has_its_interval() {
        var start =
                new Estimate<>(
                        at("2026-09-17T17:35:00Z"),
                        at("2026-09-17T17:20:00Z"),
                        at("2026-09-17T17:50:00Z"),
                        List.of(new Ground(Source.COMPUTED, "the queue, run forward")));

        assertThat(THURSDAY.estimate(start)).isEqualTo("17:35 (17:20 to 17:50)");
    }

    private static Instant at(String text) {
        return Instant.parse(text);
    }
}
