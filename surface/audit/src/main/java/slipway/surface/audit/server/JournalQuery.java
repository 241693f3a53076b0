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
 * The filters of the audit log page.
 *
 * @param text the search text; empty matches everything
 * @param before show only entries with a smaller number
 */
public record JournalQuery(
        ActorFilter actor, AuditTopic topic, Span span, String text, Optional<Long> before) {

    private static final ValueType<Optional<LocalDate>> DAY =
            ValueType.of(
                    "a day such as 2026-09-17",
                    "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$",
                    JournalQuery::day);

    static final SpecKey<ActorFilter> BY =
            SpecKey.of("by", ValueType.choice(ActorFilter.class), "The sort of actor.")
                    .withDefault("people");
    static final SpecKey<AuditTopic> ABOUT =
            SpecKey.of("about", ValueType.choice(AuditTopic.class), "The topic.")
                    .withDefault("everything");
    static final SpecKey<TimeFilter> WHEN =
            SpecKey.of("when", ValueType.choice(TimeFilter.class), "The time range.")
                    .withDefault("today");
    static final SpecKey<Optional<LocalDate>> FROM =
            SpecKey.of("from", DAY, "The first day of a range.").withDefault("");
    static final SpecKey<Optional<LocalDate>> TO =
            SpecKey.of("to", DAY, "The last day of a range.").withDefault("");
    static final SpecKey<String> Q =
            SpecKey.of("q", PageQuery.TYPED, "Text in the sentence, the kind or the subject.")
                    .withDefault("");

    /** The selected days. */
    public record Span(TimeFilter when, Optional<LocalDate> from, Optional<LocalDate> to) {

        /** The beginning of the first day in the viewer's time zone, not the server's. */
        Instant since(TimeFormat times) {
            LocalDate today = times.now().atZone(times.zone()).toLocalDate();
            return switch (when) {
                case TODAY -> startOf(today, times);
                case WEEK -> startOf(today.minusDays(6), times);
                case MONTH -> startOf(today.minusDays(29), times);
                case EVER -> Instant.EPOCH;
                case BETWEEN -> from.map(day -> startOf(day, times)).orElse(Instant.EPOCH);
            };
        }

        /** The end of the last day; empty if it is open. */
        Optional<Instant> until(TimeFormat times) {
            return when == TimeFilter.BETWEEN
                    ? to.map(day -> startOf(day.plusDays(1), times))
                    : Optional.empty();
        }

        private static Instant startOf(LocalDate day, TimeFormat times) {
            return day.atStartOfDay(times.zone()).toInstant();
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

    Predicate<Event> predicate(TimeFormat times) {
        String lower = text.toLowerCase(Locale.ROOT);
        return event ->
                actor.matches(event)
                        && topic.matches(event)
                        && (lower.isEmpty() || contains(event, lower, times));
    }

    private static boolean contains(Event event, String lower, TimeFormat times) {
        String all =
                String.join(
                        "\n",
                        EventItem.of(event, times).sentence().text(),
                        event.kind(),
                        event.what().subject(),
                        event.what().team().orElse(""));
        return all.toLowerCase(Locale.ROOT).contains(lower);
    }

    /** The query of its address, without the position in the list. */
    PageQuery query() {
        return PageQuery.empty()
                .with("by", actor == ActorFilter.PEOPLE ? "" : parameter(actor))
                .with("about", topic == AuditTopic.EVERYTHING ? "" : parameter(topic))
                .with("when", span.when() == TimeFilter.TODAY ? "" : parameter(span.when()))
                .with("from", span.from().map(LocalDate::toString).orElse(""))
                .with("to", span.to().map(LocalDate::toString).orElse(""))
                .with("q", text);
    }

    JournalQuery withActor(ActorFilter other) {
        return new JournalQuery(other, topic, span, text, Optional.empty());
    }

    JournalQuery withTime(TimeFilter time) {
        var other = new Span(time, Optional.empty(), Optional.empty());
        return new JournalQuery(actor, topic, other, text, Optional.empty());
    }

    /** The value of a filter in an address. */
    public static String parameter(Enum<?> choice) {
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
