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

/** Which events somebody looks for. What is empty says nothing. */
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
            SpecKey.of("actor", PageQuery.TYPED, "Only what they did.").withDefault("");
    static final SpecKey<String> TEAM =
            SpecKey.of("team", PageQuery.TYPED, "Only what belongs to this team.").withDefault("");
    static final SpecKey<String> SUBJECT =
            SpecKey.of("subject", PageQuery.TYPED, "Only what is about this.").withDefault("");
    static final SpecKey<Streams> STREAMS =
            SpecKey.of("streams", ValueType.choice(Streams.class), "Facts alone, or samples too.")
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

    JournalSearch.Query wish(Predicate<Event> seen) {
        return new JournalSearch.Query(
                stored(), before.orElse(Long.MAX_VALUE), Instant.EPOCH, seen.and(this::wants));
    }

    Set<slipway.journal.JournalStream> stored() {
        return samples()
                ? EnumSet.allOf(slipway.journal.JournalStream.class)
                : EnumSet.of(slipway.journal.JournalStream.FACTS);
    }

    public boolean samples() {
        return streams == Streams.ALL;
    }

    /** Whether anything narrows it. */
    public boolean narrow() {
        return Stream.of(kind, actor, team, subject).anyMatch(text -> !text.isEmpty());
    }

    private boolean wants(Event event) {
        return fits(kind, event.kind())
                && fits(actor, event.what().actor().name())
                && fits(team, event.what().team().orElse(""))
                && fits(subject, event.what().subject());
    }

    private static boolean fits(String wanted, String there) {
        return wanted.isEmpty() || wanted.equals(there);
    }

    /** Its own address, without the part of the list. */
    PageQuery query() {
        return PageQuery.empty()
                .with("kind", kind)
                .with("actor", actor)
                .with("team", team)
                .with("subject", subject)
                .with("streams", samples() ? "all" : "");
    }

    /** What shows the same in a shell, as it happens. */
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
