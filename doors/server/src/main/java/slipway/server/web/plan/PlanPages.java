package slipway.server.web.plan;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Format;
import slipway.base.Problem;
import slipway.base.TimeFormat;
import slipway.catalog.Architecture;
import slipway.guard.Principal;
import slipway.plan.CapacityRequest;
import slipway.plan.ServingRequest;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingRequest;
import slipway.run.Runner;
import slipway.server.api.Call;
import slipway.server.api.plan.OwnAccelerators;
import slipway.server.api.plan.PlanDesk;
import slipway.server.web.Area;
import slipway.server.web.Choice;
import slipway.server.web.Finder;
import slipway.server.web.Page;
import slipway.server.web.Query;
import slipway.server.web.Search;
import slipway.server.web.View;
import slipway.wire.form.NoBody;
import slipway.wire.plan.CapacityQuestion;
import slipway.wire.plan.PlanQuestions;
import slipway.wire.route.Route;

/** What it would take to train, to tune and to serve; and models by their names. */
public final class PlanPages implements Finder {

    static final Route<NoBody, NoBody> TRAIN =
            Page.at(Tab.TRAIN.path())
                    .forVisitors("show-plan", "What it takes to train a model.")
                    .filteredBy(Typed.keys(Typed.TRAIN));
    static final Route<NoBody, NoBody> FINETUNE =
            Page.at(Tab.FINETUNE.path())
                    .forVisitors("show-plan-finetune", "What it takes to tune a model.")
                    .filteredBy(Typed.keys(Typed.FINETUNE));
    static final Route<NoBody, NoBody> SERVE =
            Page.at(Tab.SERVE.path())
                    .forVisitors("show-plan-serve", "What it takes to serve a model.")
                    .filteredBy(Typed.keys(Typed.SERVE));

    static final Route<NoBody, NoBody> CAPACITY =
            Page.at(Tab.CAPACITY.path())
                    .forVisitors("show-plan-capacity", "When accelerators no longer suffice.")
                    .filteredBy(Typed.keys(Typed.CAPACITY));

    private static final int MOST_FOUND = 5;

    private final PlanDesk desk;
    private final Queueing planSubmission;
    private final InstantSource clock;

    public PlanPages(PlanDesk desk, Runner runner, InstantSource clock) {
        this.desk = desk;
        this.planSubmission = new Queueing(runner);
        this.clock = clock;
    }

    public List<Page> pages() {
        return List.of(
                Page.of(Area.PLAN, "Plan", TRAIN, "slipway plan train", this::train),
                Page.of(Area.PLAN, "Plan", FINETUNE, "slipway plan finetune", this::finetune)
                        .within(),
                Page.of(Area.PLAN, "Plan", SERVE, "slipway plan serve", this::serve).within(),
                Page.of(Area.PLAN, "Plan", CAPACITY, "slipway plan capacity", this::capacity)
                        .within());
    }

    private View train(Call<NoBody> authorizedRequest) {
        Typed planFormInput = Typed.of(authorizedRequest.query(), Typed.TRAIN);
        TrainingRequest trainingRequest = planFormInput.training();
        String command = PlanQuestions.Training.of(trainingRequest).command();
        return shown(
                Tab.TRAIN,
                authorizedRequest,
                planFormInput,
                command,
                timeFormat -> trained(trainingRequest, authorizedRequest, timeFormat));
    }

    private View finetune(Call<NoBody> authorizedRequest) {
        Typed planFormInput = Typed.of(authorizedRequest.query(), Typed.FINETUNE);
        TrainingRequest trainingRequest = planFormInput.tuning();
        String command = PlanQuestions.Tuning.of(trainingRequest).command();
        return shown(
                Tab.FINETUNE,
                authorizedRequest,
                planFormInput,
                command,
                timeFormat -> trained(trainingRequest, authorizedRequest, timeFormat));
    }

    private PlanView.Reply trained(
            TrainingRequest trainingRequest,
            Call<NoBody> authorizedRequest,
            TimeFormat timeFormat) {
        TrainingPlan plan = desk.train(trainingRequest);
        PlanView.Job job = planSubmission.job(trainingRequest, plan, authorizedRequest);
        Optional<Instant> starts = planSubmission.starts(job, authorizedRequest);
        return new TrainingReply(plan, timeFormat, desk.catalog(), starts).of(Optional.of(job));
    }

    private View serve(Call<NoBody> authorizedRequest) {
        Typed planFormInput = Typed.of(authorizedRequest.query(), Typed.SERVE);
        ServingRequest wish = planFormInput.serving();
        String command = PlanQuestions.Serving.of(wish).command();
        return shown(
                Tab.SERVE,
                authorizedRequest,
                planFormInput,
                command,
                timeFormat ->
                        new ServingReply(desk.serve(wish), timeFormat, desk.catalog()).reply());
    }

    private View capacity(Call<NoBody> authorizedRequest) {
        Typed planFormInput = Typed.of(authorizedRequest.query(), Typed.CAPACITY);
        CapacityRequest wish = planFormInput.growing();
        String command = CapacityQuestion.of(wish).command();
        return shown(
                Tab.CAPACITY,
                authorizedRequest,
                planFormInput,
                command,
                timeFormat -> new CapacityReply(desk.capacity(wish), timeFormat).reply());
    }

    private interface Answer {
        PlanView.Reply at(TimeFormat timeFormat);
    }

    private View shown(
            Tab planTab,
            Call<NoBody> authorizedRequest,
            Typed planFormInput,
            String command,
            Answer answer) {
        Choice viewerPreferences =
                Choice.of(authorizedRequest.visitor(), authorizedRequest.sent().cookies());
        TimeFormat timeFormat = Format.times(clock.instant(), viewerPreferences.zone());
        Optional<PlanView.Reply> reply = Optional.empty();
        Optional<PlanView.Trouble> trouble = Optional.empty();
        Map<String, String> wrong = new LinkedHashMap<>();
        if (!planFormInput.isEmpty()) {
            try {
                reply = Optional.of(answer.at(timeFormat));
            } catch (Problem problem) {
                problem.mistakes()
                        .forEach(it -> wrong.merge(it.key(), it.text(), (a, b) -> a + " " + b));
                trouble = Optional.of(trouble(problem));
            }
        }
        var planForms = new Forms(desk.catalog(), timeFormat, planFormInput, wrong);
        var view =
                new PlanView(
                        planTab,
                        planForms.of(planTab),
                        planForms.more(planTab),
                        ticks(planTab, planFormInput),
                        desk.catalog().models().all().stream().map(Architecture::name).toList(),
                        planFormInput.isEmpty() ? example(planTab) : command,
                        reply,
                        trouble,
                        unpriced());
        return View.of("plan/page", view).typed("");
    }

    private static PlanView.Trouble trouble(Problem problem) {
        return problem.mistakes().isEmpty()
                ? new PlanView.Trouble(problem.what(), problem.why(), problem.next())
                : new PlanView.Trouble(
                        problem.mistakes().size() == 1
                                ? "One field cannot be read yet."
                                : "%d fields cannot be read yet."
                                        .formatted(problem.mistakes().size()),
                        "What is wrong stands beside each.",
                        "Correct it: the answer follows by itself.");
    }

    private static String example(Tab planTab) {
        return switch (planTab) {
            case TRAIN -> "slipway plan train --model llama-3-8b --tokens 15B --deadline 3d";
            case FINETUNE -> "slipway plan finetune --model llama-3-8b --samples 50k --epochs 3";
            case SERVE ->
                    "slipway plan serve --model llama-3-8b --rate 20/s --input 1000 --output 200";
            case CAPACITY -> "slipway plan capacity --have 32xH100 --used 24 --growth 8%";
        };
    }

    private List<PlanView.Tick> ticks(Tab planTab, Typed planFormInput) {
        if (planTab == Tab.CAPACITY) {
            return List.of();
        }
        List<String> own =
                desk.own().nodes().stream()
                        .map(it -> Format.accelerators(it.accelerators(), it.type()))
                        .toList();
        String here = own.isEmpty() ? "Own hardware" : "Own cluster: " + Format.list(own);
        var mine = new PlanView.Tick("own", here, planFormInput.isTicked("own"));
        var cloud =
                new PlanView.Tick("cloud", "Clouds, on demand", planFormInput.isTicked("cloud"));
        return planTab == Tab.SERVE
                ? List.of(mine, cloud)
                : List.of(
                        mine,
                        cloud,
                        new PlanView.Tick(
                                "spot",
                                "Spot, where restarts are cheap",
                                planFormInput.isTicked("spot")));
    }

    private Optional<String> unpriced() {
        OwnAccelerators own = desk.own();
        return own.unpriced().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        ("%s of this cluster have no price and are left out."
                                        + " An admin sets one in slipway.yaml: prices: {accelerators: {%s: 2.40}}")
                                .formatted(Format.list(own.unpriced()), own.unpriced().getFirst()));
    }

    /** A model by its name leads to what it takes to train it. */
    @Override
    public Stream<Search.Hit> find(Principal principal, String words) {
        return words.length() < 3
                ? Stream.empty()
                : desk.catalog().models().all().stream()
                        .map(Architecture::name)
                        .filter(name -> Finder.matches(name, words))
                        .limit(MOST_FOUND)
                        .map(
                                name ->
                                        new Search.Hit(
                                                "Plan",
                                                "Plan to train " + name,
                                                "slipway plan train --model " + name,
                                                Area.PLAN.icon(),
                                                Query.empty().with("model", name).at("/plan")));
    }

    /** Where a command's form is. */
    public Map<String, String> forms() {
        return Map.of(
                "plan train", Tab.TRAIN.path(),
                "plan finetune", Tab.FINETUNE.path(),
                "plan serve", Tab.SERVE.path(),
                "plan capacity", Tab.CAPACITY.path());
    }
}
