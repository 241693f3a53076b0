package slipway.surface.audit.server;

import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.spec.BlockValues;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.web.page.PageQuery;

/**
 * Which entries somebody looks for.
 *
 * @param words what was typed; empty: anything
 * @param before which number a part of the list ends before
 */
public record JournalQuery(
        ActorFilter by, AuditTopic about, Span span, String words, Optional<Long> before) {

    private static final ValueType<Optional<LocalDate>> DAY =
            ValueType.of(
                    "a day such as 2026-09-17",
                    "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$",
                    JournalQuery::day);

    static final SpecKey<ActorFilter> BY =
            SpecKey.of("by", ValueType.choice(ActorFilter.class), "Who did it.")
                    .withDefault("people");
    static final SpecKey<AuditTopic> ABOUT =
            SpecKey.of("about", ValueType.choice(AuditTopic.class), "What it is about.")
                    .withDefault("everything");
    static final SpecKey<TimeFilter> WHEN =
            SpecKey.of("when", ValueType.choice(TimeFilter.class), "How far back.")
                    .withDefault("today");
    static final SpecKey<Optional<LocalDate>> FROM =
            SpecKey.of("from", DAY, "The first day, where two are given.").withDefault("");
    static final SpecKey<Optional<LocalDate>> TO =
            SpecKey.of("to", DAY, "The last day, where two are given.").withDefault("");
    static final SpecKey<String> Q =
            SpecKey.of("q", PageQuery.TYPED, "A word of the sentence, the kind or the subject.")
                    .withDefault("");

    /** The days that are looked at. */
    public record Span(TimeFilter when, Optional<LocalDate> from, Optional<LocalDate> to) {

        /** In the zone of whoever looks: their day, not the server's. */
        Instant since(TimeFormat timeFormat) {
            LocalDate today = timeFormat.now().atZone(timeFormat.zone()).toLocalDate();
            return switch (when) {
                case TODAY -> morning(today, timeFormat);
                case WEEK -> morning(today.minusDays(6), timeFormat);
                case MONTH -> morning(today.minusDays(29), timeFormat);
                case EVER -> Instant.EPOCH;
                case BETWEEN -> from.map(day -> morning(day, timeFormat)).orElse(Instant.EPOCH);
            };
        }

        /** The end of the last day; empty when that is now. */
        Optional<Instant> until(TimeFormat timeFormat) {
            return when == TimeFilter.BETWEEN
                    ? to.map(day -> morning(day.plusDays(1), timeFormat))
                    : Optional.empty();
        }

        private static Instant morning(LocalDate day, TimeFormat timeFormat) {
            return day.atStartOfDay(timeFormat.zone()).toInstant();
        }
    }

    static JournalQuery of(BlockValues query) {
        return new JournalQuery(
                query.get(BY),
                query.get(ABOUT),
                new Span(query.get(WHEN), query.get(FROM), query.get(TO)),
                query.get(Q),
                query.find(PageQuery.BEFORE));
    }

    Predicate<Event> wanted(TimeFormat timeFormat) {
        String lower = words.toLowerCase(Locale.ROOT);
        return event ->
                by.wants(event)
                        && about.wants(event)
                        && (lower.isEmpty() || says(event, lower, timeFormat));
    }

    private static boolean says(Event event, String words, TimeFormat timeFormat) {
        String all =
                String.join(
                        "\n",
                        EventItem.of(event, timeFormat).sentence().text(),
                        event.kind(),
                        event.what().subject(),
                        event.what().team().orElse(""));
        return all.toLowerCase(Locale.ROOT).contains(words);
    }

    /** Its own address, without the part of the list. */
    PageQuery query() {
        return PageQuery.empty()
                .with("by", by == ActorFilter.PEOPLE ? "" : word(by))
                .with("about", about == AuditTopic.EVERYTHING ? "" : word(about))
                .with("when", span.when() == TimeFilter.TODAY ? "" : word(span.when()))
                .with("from", span.from().map(LocalDate::toString).orElse(""))
                .with("to", span.to().map(LocalDate::toString).orElse(""))
                .with("q", words);
    }

    JournalQuery by(ActorFilter other) {
        return new JournalQuery(other, about, span, words, Optional.empty());
    }

    JournalQuery within(TimeFilter timeFilter) {
        var other = new Span(timeFilter, Optional.empty(), Optional.empty());
        return new JournalQuery(by, about, other, words, Optional.empty());
    }

    /** As an address writes a choice. */
    public static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private static ParseResult<Optional<LocalDate>> day(String text) {
        try {
            return ParseResult.parsed(
                    Optional.of(text).filter(day -> !day.isEmpty()).map(LocalDate::parse));
        } catch (DateTimeParseException none) {
            return ParseResult.rejected("not a day such as 2026-09-17.");
        }
    }
}
