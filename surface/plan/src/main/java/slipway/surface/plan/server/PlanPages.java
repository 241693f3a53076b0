package slipway.surface.plan.server;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.catalog.Architecture;
import slipway.identity.Principal;
import slipway.plan.BoundedPlanner;
import slipway.plan.TrainingPlan;
import slipway.plan.money.OwnAccelerators;
import slipway.plan.request.CapacityRequest;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.TrainingRequest;
import slipway.run.Runner;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.plan.api.CapacityQuestion;
import slipway.surface.plan.api.PlanQuestions;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.Finder;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageQuery;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.Search;
import slipway.surface.web.page.ViewerPreferences;

/** The pages for plans of training, fine-tuning, serving and capacity; finds models by name. */
public final class PlanPages implements Finder {

    static final Route<NoBody, NoBody> TRAIN =
            PageRoute.at(PlanTab.TRAIN.path())
                    .forSignedIn("show-plan", "What it takes to train a model.")
                    .filteredBy(PlanFormInput.keys(PlanFormInput.TRAIN));
    static final Route<NoBody, NoBody> FINETUNE =
            PageRoute.at(PlanTab.FINETUNE.path())
                    .forSignedIn("show-plan-finetune", "What it takes to tune a model.")
                    .filteredBy(PlanFormInput.keys(PlanFormInput.FINETUNE));
    static final Route<NoBody, NoBody> SERVE =
            PageRoute.at(PlanTab.SERVE.path())
                    .forSignedIn("show-plan-serve", "What it takes to serve a model.")
                    .filteredBy(PlanFormInput.keys(PlanFormInput.SERVE));

    static final Route<NoBody, NoBody> CAPACITY =
            PageRoute.at(PlanTab.CAPACITY.path())
                    .forSignedIn("show-plan-capacity", "When accelerators no longer suffice.")
                    .filteredBy(PlanFormInput.keys(PlanFormInput.CAPACITY));

    private static final int MAX_HITS = 5;

    private final BoundedPlanner boundedPlanner;
    private final PlanSubmission planSubmission;
    private final InstantSource clock;

    public PlanPages(BoundedPlanner boundedPlanner, Runner runner, InstantSource clock) {
        this.boundedPlanner = boundedPlanner;
        this.planSubmission = new PlanSubmission(runner);
        this.clock = clock;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(NavigationArea.PLAN, "Plan", TRAIN, "slipway plan train", this::train),
                PageRoute.of(
                                NavigationArea.PLAN,
                                "Plan",
                                FINETUNE,
                                "slipway plan finetune",
                                this::finetune)
                        .withoutTab(),
                PageRoute.of(NavigationArea.PLAN, "Plan", SERVE, "slipway plan serve", this::serve)
                        .withoutTab(),
                PageRoute.of(
                                NavigationArea.PLAN,
                                "Plan",
                                CAPACITY,
                                "slipway plan capacity",
                                this::capacity)
                        .withoutTab());
    }

    private PageContent train(AuthorizedRequest<NoBody> authorizedRequest) {
        PlanFormInput planFormInput =
                PlanFormInput.of(authorizedRequest.query(), PlanFormInput.TRAIN);
        TrainingRequest trainingRequest = planFormInput.training();
        String command = PlanQuestions.Training.of(trainingRequest).command();
        return page(
                PlanTab.TRAIN,
                authorizedRequest,
                planFormInput,
                command,
                timeFormat -> trained(trainingRequest, authorizedRequest, timeFormat));
    }

    private PageContent finetune(AuthorizedRequest<NoBody> authorizedRequest) {
        PlanFormInput planFormInput =
                PlanFormInput.of(authorizedRequest.query(), PlanFormInput.FINETUNE);
        TrainingRequest trainingRequest = planFormInput.tuning();
        String command = PlanQuestions.Tuning.of(trainingRequest).command();
        return page(
                PlanTab.FINETUNE,
                authorizedRequest,
                planFormInput,
                command,
                timeFormat -> trained(trainingRequest, authorizedRequest, timeFormat));
    }

    private PlanPage.Reply trained(
            TrainingRequest trainingRequest,
            AuthorizedRequest<NoBody> authorizedRequest,
            TimeFormat timeFormat) {
        TrainingPlan plan = boundedPlanner.train(trainingRequest);
        PlanPage.Job job = planSubmission.job(trainingRequest, plan, authorizedRequest);
        Optional<Instant> starts = planSubmission.starts(job, authorizedRequest);
        return new TrainingReply(plan, timeFormat, boundedPlanner.catalog(), starts)
                .of(Optional.of(job));
    }

    private PageContent serve(AuthorizedRequest<NoBody> authorizedRequest) {
        PlanFormInput planFormInput =
                PlanFormInput.of(authorizedRequest.query(), PlanFormInput.SERVE);
        ServingRequest request = planFormInput.serving();
        String command = PlanQuestions.Serving.of(request).command();
        return page(
                PlanTab.SERVE,
                authorizedRequest,
                planFormInput,
                command,
                timeFormat ->
                        new ServingReply(
                                        boundedPlanner.serve(request),
                                        timeFormat,
                                        boundedPlanner.catalog())
                                .reply());
    }

    private PageContent capacity(AuthorizedRequest<NoBody> authorizedRequest) {
        PlanFormInput planFormInput =
                PlanFormInput.of(authorizedRequest.query(), PlanFormInput.CAPACITY);
        CapacityRequest request = planFormInput.capacity();
        String command = CapacityQuestion.of(request).command();
        return page(
                PlanTab.CAPACITY,
                authorizedRequest,
                planFormInput,
                command,
                timeFormat ->
                        new CapacityReply(boundedPlanner.capacity(request), timeFormat).reply());
    }

    private interface ReplySource {
        PlanPage.Reply at(TimeFormat timeFormat);
    }

    private PageContent page(
            PlanTab planTab,
            AuthorizedRequest<NoBody> authorizedRequest,
            PlanFormInput planFormInput,
            String command,
            ReplySource replySource) {
        ViewerPreferences viewerPreferences =
                ViewerPreferences.of(
                        authorizedRequest.principal(), authorizedRequest.details().cookies());
        TimeFormat timeFormat = Format.times(clock.instant(), viewerPreferences.zone());
        Optional<PlanPage.Reply> reply = Optional.empty();
        Optional<PlanPage.Trouble> trouble = Optional.empty();
        Map<String, String> wrong = new LinkedHashMap<>();
        if (!planFormInput.isEmpty()) {
            try {
                reply = Optional.of(replySource.at(timeFormat));
            } catch (Problem problem) {
                problem.mistakes()
                        .forEach(it -> wrong.merge(it.key(), it.text(), (a, b) -> a + " " + b));
                trouble = Optional.of(trouble(problem));
            }
        }
        var planForms = new PlanForms(boundedPlanner.catalog(), timeFormat, planFormInput, wrong);
        var view =
                new PlanPage(
                        planTab,
                        planForms.of(planTab),
                        planForms.more(planTab),
                        ticks(planTab, planFormInput),
                        boundedPlanner.catalog().models().all().stream()
                                .map(Architecture::name)
                                .toList(),
                        planFormInput.isEmpty() ? example(planTab) : command,
                        reply,
                        trouble,
                        unpriced());
        return PageContent.of("plan/page", view).withCommand("");
    }

    private static PlanPage.Trouble trouble(Problem problem) {
        return problem.mistakes().isEmpty()
                ? new PlanPage.Trouble(problem.what(), problem.why(), problem.next())
                : new PlanPage.Trouble(
                        problem.mistakes().size() == 1
                                ? "One field cannot be read yet."
                                : "%d fields cannot be read yet."
                                        .formatted(problem.mistakes().size()),
                        "The mistake is shown beside each field.",
                        "Correct it; the plan then appears.");
    }

    private static String example(PlanTab planTab) {
        return switch (planTab) {
            case TRAIN -> "slipway plan train --model llama-3-8b --tokens 15B --deadline 3d";
            case FINETUNE -> "slipway plan finetune --model llama-3-8b --samples 50k --epochs 3";
            case SERVE ->
                    "slipway plan serve --model llama-3-8b --rate 20/s --input 1000 --output 200";
            case CAPACITY -> "slipway plan capacity --have 32xH100 --used 24 --growth 8%";
        };
    }

    private List<PlanPage.Tick> ticks(PlanTab planTab, PlanFormInput planFormInput) {
        if (planTab == PlanTab.CAPACITY) {
            return List.of();
        }
        List<String> own =
                boundedPlanner.own().nodes().stream()
                        .map(it -> Format.accelerators(it.accelerators(), it.type()))
                        .toList();
        String here = own.isEmpty() ? "Own hardware" : "Own cluster: " + Format.list(own);
        var mine = new PlanPage.Tick("own", here, planFormInput.isTicked("own"));
        var cloud =
                new PlanPage.Tick("cloud", "Clouds, on demand", planFormInput.isTicked("cloud"));
        return planTab == PlanTab.SERVE
                ? List.of(mine, cloud)
                : List.of(
                        mine,
                        cloud,
                        new PlanPage.Tick(
                                "spot",
                                "Spot, where restarts are cheap",
                                planFormInput.isTicked("spot")));
    }

    private Optional<String> unpriced() {
        OwnAccelerators own = boundedPlanner.own();
        return own.unpriced().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        ("%s of this cluster have no price and are not planned."
                                        + " An admin sets one in slipway.yaml: prices: {accelerators: {%s: 2.40}}")
                                .formatted(Format.list(own.unpriced()), own.unpriced().getFirst()));
    }

    /** A model's name leads to the plan of its training. */
    @Override
    public Stream<Search.Hit> find(Principal principal, String words) {
        return words.length() < 3
                ? Stream.empty()
                : boundedPlanner.catalog().models().all().stream()
                        .map(Architecture::name)
                        .filter(name -> Finder.matches(name, words))
                        .limit(MAX_HITS)
                        .map(
                                name ->
                                        new Search.Hit(
                                                "Plan",
                                                "Plan to train " + name,
                                                "slipway plan train --model " + name,
                                                NavigationArea.PLAN.icon(),
                                                PageQuery.empty().with("model", name).at("/plan")));
    }

    /** The path of the form of each command. */
    public Map<String, String> forms() {
        return Map.of(
                "plan train", PlanTab.TRAIN.path(),
                "plan finetune", PlanTab.FINETUNE.path(),
                "plan serve", PlanTab.SERVE.path(),
                "plan capacity", PlanTab.CAPACITY.path());
    }
}
