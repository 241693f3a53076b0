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

/** Notes: a sentence for the journal, written once for each key. */
public final class NoteHandlers {

    private final Journal journal;

    public NoteHandlers(Journal journal) {
        this.journal = journal;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(
                        EventRoutes.NOTE,
                        authorizedRequest -> write(authorizedRequest, Optional.empty())),
                RouteHandler.of(
                        EventRoutes.TEAM_NOTE,
                        authorizedRequest ->
                                write(authorizedRequest, Optional.of(authorizedRequest.team()))));
    }

    private NoteView write(AuthorizedRequest<NewNote> authorizedRequest, Optional<TeamId> team) {
        EventDraft note =
                EventDraft.of(
                        new Fact.NoteWritten(authorizedRequest.body().text()),
                        authorizedRequest.actor(),
                        "note");
        Commit commit = Commit.of(team.map(id -> note.in(id.value())).orElse(note));
        var sent =
                journal.send(authorizedRequest.details().key().map(commit::under).orElse(commit));
        return new NoteView(CommitWait.await(sent, authorizedRequest).seq());
    }
}
