package slipway.surface.audit.server;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import slipway.base.text.ShellQuote;
import slipway.journal.Event;
import slipway.spec.BlockValues;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.event.EventRoutes.Streams;
import slipway.surface.web.live.JournalSearch;
import slipway.surface.web.page.PageQuery;

/** The filters of the events page; an empty one matches everything. */
public record EventQuery(
        String kind,
        String actor,
        String team,
        String subject,
        Streams streams,
        Optional<Long> before) {

    static final SpecKey<String> KIND =
            SpecKey.of("kind", PageQuery.TYPED, "Only events of this kind.").withDefault("");
    static final SpecKey<String> ACTOR =
            SpecKey.of("actor", PageQuery.TYPED, "Only events of this user.").withDefault("");
    static final SpecKey<String> TEAM =
            SpecKey.of("team", PageQuery.TYPED, "Only events of this team.").withDefault("");
    static final SpecKey<String> SUBJECT =
            SpecKey.of("subject", PageQuery.TYPED, "Only events about this subject.")
                    .withDefault("");
    static final SpecKey<Streams> STREAMS =
            SpecKey.of("streams", ValueType.choice(Streams.class), "Only facts, or samples too.")
                    .withDefault("facts");

    static EventQuery of(BlockValues query) {
        return new EventQuery(
                query.get(KIND),
                query.get(ACTOR),
                query.get(TEAM),
                query.get(SUBJECT),
                query.get(STREAMS),
                query.find(PageQuery.BEFORE));
    }

    JournalSearch.Query search(Predicate<Event> seen) {
        return new JournalSearch.Query(
                stored(), before.orElse(Long.MAX_VALUE), Instant.EPOCH, seen.and(this::matches));
    }

    Set<slipway.journal.JournalStream> stored() {
        return includesSamples()
                ? EnumSet.allOf(slipway.journal.JournalStream.class)
                : EnumSet.of(slipway.journal.JournalStream.FACTS);
    }

    public boolean includesSamples() {
        return streams == Streams.ALL;
    }

    /** Whether any filter is set. */
    public boolean isFiltered() {
        return Stream.of(kind, actor, team, subject).anyMatch(text -> !text.isEmpty());
    }

    private boolean matches(Event event) {
        return matches(kind, event.kind())
                && matches(actor, event.what().actor().name())
                && matches(team, event.what().team().orElse(""))
                && matches(subject, event.what().subject());
    }

    private static boolean matches(String filter, String value) {
        return filter.isEmpty() || filter.equals(value);
    }

    /** The query of its address, without the position in the list. */
    PageQuery query() {
        return PageQuery.empty()
                .with("kind", kind)
                .with("actor", actor)
                .with("team", team)
                .with("subject", subject)
                .with("streams", includesSamples() ? "all" : "");
    }

    /** The command that follows the same events. */
    String command() {
        return "slipway events -f"
                + Stream.of(
                                List.of("kind", kind),
                                List.of("actor", actor),
                                List.of("team", team),
                                List.of("subject", subject))
                        .filter(option -> !option.getLast().isEmpty())
                        .map(
                                option ->
                                        " --"
                                                + option.getFirst()
                                                + " "
                                                + ShellQuote.of(option.getLast()))
                        .reduce("", String::concat);
    }
}
