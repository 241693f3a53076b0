package slipway.server.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.server.api.Apology;
import slipway.server.api.Asset;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Text;
import slipway.wire.form.NoBody;
import slipway.wire.route.HttpMethod;
import slipway.wire.route.PathParameter;
import slipway.wire.route.Route;

/** Every page of the house, what pages load, and how a problem reads in a browser. */
public final class Web implements Apology {

    static final ProblemCode NO_ASSET =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND, "no-asset", "Pages of this version load no such file.");

    static final Route<NoBody, NoBody> ASSET =
            Route.of(HttpMethod.GET, "/assets/{asset}")
                    .forAnybody("show-asset", "What pages load besides themselves.")
                    .answeringText();

    /** A longer one would not fit into the header that sends there. */
    private static final int LONGEST_WAY_BACK = 1_000;

    private final InstantSource clock;
    private final Rendering templateRenderer = new Rendering();
    private final CompletableFuture<Look> look;
    private final List<Page> pages;
    private final Frames pageShellBuilder;

    public Web(String version, InstantSource clock, List<Page> pages) {
        this.clock = clock;
        // A start does not wait for what the first page needs.
        this.look = CompletableFuture.supplyAsync(() -> look(version), Thread::startVirtualThread);
        this.pages = List.copyOf(pages);
        this.pageShellBuilder = new Frames(pages, look::join);
    }

    private static Look look(String version) {
        String sprite = new String(Assets.resource("sprite.svg"), StandardCharsets.UTF_8);
        return new Look(Assets.load(), sprite, version);
    }

    public List<Binding<?, ?>> bindings() {
        List<Binding<?, ?>> all = new ArrayList<>();
        all.add(new Binding.Fixed<>(ASSET, this::asset));
        pages.forEach(
                pageRoute ->
                        all.add(
                                new Binding.Other<>(
                                        pageRoute.route(),
                                        authorizedRequest ->
                                                inShell(pageRoute, authorizedRequest))));
        return all;
    }

    private Asset asset(Call<NoBody> authorizedRequest) {
        return look.join()
                .assets()
                .find(authorizedRequest.part(PathParameter.ASSET))
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_ASSET,
                                        "There is no such file.",
                                        "The page that asked for it is of another version.",
                                        "Load the page again."));
    }

    private Text inShell(Page pageRoute, Call<NoBody> authorizedRequest) throws Exception {
        View pageContent = pageRoute.maker().make(authorizedRequest);
        Choice viewerPreferences =
                Choice.of(authorizedRequest.visitor(), authorizedRequest.sent().cookies());
        Page shown = pageRoute.as(pageContent);
        Frame pageShell =
                pageShellBuilder.around(
                        shown, authorizedRequest.visitor(), viewerPreferences, clock.instant());
        return templateRenderer.page(
                200,
                pageContent.template(),
                Map.of("frame", pageShell, "view", pageContent.value()));
    }

    /** Outside the shell: for whoever is not signed in. */
    public Text bare(int status, View pageContent) {
        return templateRenderer.page(
                status,
                pageContent.template(),
                Map.of("look", look.join(), "view", pageContent.value()));
    }

    /** Whoever is not signed in is asked to, and comes back to where they wanted to go. */
    @Override
    public Text page(Problem problem, Met met) {
        if (problem.code().status() == 401) {
            String back = met.path().length() <= LONGEST_WAY_BACK ? met.path() : "/";
            return Text.redirect(
                    "/login?return_to=" + URLEncoder.encode(back, StandardCharsets.UTF_8));
        }
        ProblemView view = ProblemView.of(problem, met.request());
        int status = problem.code().status();
        return met.visitor()
                .map(
                        principal -> {
                            Choice viewerPreferences = Choice.of(principal, met.cookies());
                            Frame pageShell =
                                    pageShellBuilder.aroundTrouble(
                                            view.word(),
                                            principal,
                                            viewerPreferences,
                                            clock.instant());
                            return templateRenderer.page(
                                    status,
                                    "problem/page",
                                    Map.of("frame", pageShell, "view", view));
                        })
                .orElseGet(() -> bare(status, View.of("problem/bare", view)));
    }
}
