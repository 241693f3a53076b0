package slipway.surface.audit.server;

import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.TeamId;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventRoutes.NewNote;
import slipway.surface.api.event.EventRoutes.NoteView;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.CommitWait;
import slipway.surface.web.http.RouteHandler;

/** Handles notes: a text for the journal, written once per idempotency key. */
public final class NoteHandlers {

    private final Journal journal;

    public NoteHandlers(Journal journal) {
        this.journal = journal;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.keyed(EventRoutes.NOTE, request -> write(request, Optional.empty())),
                RouteHandler.keyed(
                        EventRoutes.TEAM_NOTE,
                        request -> write(request, Optional.of(request.team()))));
    }

    private NoteView write(AuthorizedRequest<NewNote> request, Optional<TeamId> team) {
        EventDraft note =
                EventDraft.of(new Fact.NoteWritten(request.body().text()), request.actor(), "note");
        Commit commit = Commit.of(team.map(id -> note.in(id.value())).orElse(note));
        var sent = journal.send(request.details().key().map(commit::under).orElse(commit));
        return new NoteView(CommitWait.await(sent, request).seq());
    }
}
