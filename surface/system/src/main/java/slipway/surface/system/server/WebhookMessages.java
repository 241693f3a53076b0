package slipway.surface.system.server;

import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.identity.UserDirectory;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.notify.EventSummary;
import slipway.notify.WebhookEvents;
import slipway.surface.api.event.EventSentence;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.RawJson;

/** Decides which events a team's webhooks get, and describes events with the sentences of the event list. */
public final class WebhookMessages implements WebhookEvents {

    private static final String WORKLOAD = "workload.";
    private static final Set<String> STATES =
            Set.of(
                    "submitted",
                    "queued",
                    "starting",
                    "running",
                    "stopping",
                    "preempting",
                    "succeeded",
                    "failed",
                    "cancelled");

    private final Supplier<UserDirectory> directory;
    private final Supplier<String> address;

    /**
     * @param address of the server, for links
     */
    public WebhookMessages(Supplier<UserDirectory> directory, Supplier<String> address) {
        this.directory = directory;
        this.address = address;
    }

    /**
     * The same events that a member of the team may read. Events without a team, and those of a team that was removed,
     * are for webhooks of the root team only.
     */
    @Override
    public boolean visibleIn(TeamId team, Event event) {
        UserDirectory teams = directory.get();
        return team.equals(TeamId.ALL)
                || event.what()
                        .team()
                        .flatMap(TeamId::parse)
                        .flatMap(teams.teams()::get)
                        .filter(owner -> !event.at().isBefore(owner.made()))
                        .filter(owner -> teams.isWithin(owner.id(), team))
                        .isPresent();
    }

    @Override
    public EventSummary summary(Event event) {
        String sentence =
                EventSentence.of(view(event), Format.times(event.at(), ZoneOffset.UTC)).text();
        String kind = event.kind();
        Optional<String> state =
                Optional.of(kind.replace(WORKLOAD, ""))
                        .filter(_ -> kind.startsWith(WORKLOAD))
                        .filter(STATES::contains);
        return EventSummary.of(event.what().subject(), state, sentence + ".", links(event));
    }

    private Map<String, String> links(Event event) {
        Map<String, String> links = new TreeMap<>();
        links.put("event", address.get() + "/events/" + event.seq());
        if (event.kind().startsWith(WORKLOAD)) {
            links.put("page", address.get() + "/workloads/" + event.what().subject());
            links.put("api", address.get() + "/api/v1/workloads/" + event.what().subject());
        }
        return links;
    }

    private static EventView view(Event event) {
        EventDraft what = event.what();
        return new EventView(
                event.seq(),
                event.at(),
                event.kind(),
                what.version(),
                what.actor().name(),
                what.actor().via(),
                Optional.empty(),
                what.team(),
                what.subject(),
                event.pruned() ? Optional.empty() : Optional.of(new RawJson(what.body())),
                Optional.empty());
    }
}
