package slipway.server.api.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import slipway.base.Ids;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.journal.Key;
import slipway.run.Runner;
import slipway.run.Workload;
import slipway.run.attempt.LogText;
import slipway.run.engine.Visit;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.EventSink;
import slipway.wire.form.Form;
import slipway.wire.form.Nothing;
import slipway.wire.route.PathPart;
import slipway.wire.run.LogRoutes;
import slipway.wire.run.VisitRoutes;
import slipway.wire.run.VisitRoutes.NewVisit;
import slipway.wire.run.VisitRoutes.SaidView;
import slipway.wire.run.VisitRoutes.VisitView;

/** Commands beside running workloads: begun, and heard. Only who began one hears it. */
final class VisitHandlers {

    private static final Form<SaidView> PART = VisitRoutes.FOLLOW.answer();
    private static final Duration PING = Duration.ofSeconds(5);

    private final Runner runner;
    private final InstantSource clock;
    private final Ids ids;
    private final Sight sight;
    private final Visits visits;
    private final Map<Key, VisitView> begun = new ConcurrentHashMap<>();

    VisitHandlers(Runner runner, InstantSource clock, Ids ids) {
        this.runner = runner;
        this.clock = clock;
        this.ids = ids;
        this.sight = new Sight(runner);
        this.visits = new Visits(clock);
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(VisitRoutes.BEGIN, this::begin),
                new Binding.Live<>(VisitRoutes.FOLLOW, this::read, this::follow));
    }

    /** Sent again under the same key it is still one command. */
    private VisitView begin(Call<NewVisit> call) {
        Workload workload = sight.found(call, Permission.WORKLOADS_WRITE);
        Optional<Key> key = call.sent().key();
        Optional<VisitView> before = key.map(begun::get);
        if (before.isPresent()) {
            return before.get();
        }
        if (call.body().command().isEmpty()) {
            throw new Problem(
                    Form.INVALID_REQUEST,
                    "There is nothing to run.",
                    "The command is an empty list.",
                    "Name a program, and after it its arguments.");
        }
        visits.check(call.visitor().id());
        String id = ids.next();
        int rank = call.body().rank().map(Math::toIntExact).orElse(0);
        var visit = new Visit(id, rank, call.body().command());
        visits.begin(id, whose(call, workload), runner.visit(workload, visit, call.actor()));
        var view = new VisitView(id, workload.trail().attempts(), rank);
        key.ifPresent(it -> begun.put(it, view));
        begun.values().removeIf(each -> !visits.knows(each.visit()));
        return view;
    }

    private static Visits.Whose whose(Call<?> call, Workload workload) {
        return new Visits.Whose(call.visitor().id(), workload.id());
    }

    private Said said(Call<Nothing> call) {
        Workload workload = sight.found(call, Permission.WORKLOADS_WRITE);
        return visits.get(call.part(PathPart.VISIT), whose(call, workload));
    }

    private SaidView read(Call<Nothing> call) throws InterruptedException {
        long from = call.query().get(LogRoutes.FROM);
        return view(said(call).read(from, clock.instant(), Duration.ZERO));
    }

    private static SaidView view(Said.Part part) {
        LogText text = LogText.of(part.bytes(), part.exit().isPresent());
        return new SaidView(
                Optional.of(text.text()).filter(it -> !it.isEmpty()),
                part.at() + text.used(),
                part.exit().map(code -> (long) Math.clamp(code, 0, 255)));
    }

    private void follow(Call<Nothing> call, EventSink sink)
            throws IOException, InterruptedException {
        Said said = said(call);
        long from = call.sent().lastEvent().orElseGet(() -> call.query().get(LogRoutes.FROM));
        sink.comment("welcome");
        while (true) {
            sink.flush();
            SaidView part = view(said.read(from, clock.instant(), PING));
            if (part.text().isPresent() || part.exitCode().isPresent()) {
                from = part.next();
                sink.event(from, "said", new String(PART.write(part), StandardCharsets.UTF_8));
            } else {
                sink.comment("still here");
            }
            if (part.exitCode().isPresent()) {
                sink.flush();
                return;
            }
        }
    }
}
