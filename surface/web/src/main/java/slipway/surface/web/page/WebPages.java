package slipway.surface.web.page;

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
import slipway.surface.api.HttpMethod;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.Asset;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.ProblemResponse;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.TextResponse;

/** Every page of the house, what pages load, and how a problem reads in a browser. */
public final class WebPages implements ProblemResponse {

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
    private final TemplateRenderer templateRenderer = new TemplateRenderer();
    private final CompletableFuture<PageAssets> look;
    private final List<PageRoute> pages;
    private final PageShellBuilder pageShellBuilder;

    public WebPages(String version, InstantSource clock, List<PageRoute> pages) {
        this.clock = clock;
        // A start does not wait for what the first page needs.
        this.look = CompletableFuture.supplyAsync(() -> look(version), Thread::startVirtualThread);
        this.pages = List.copyOf(pages);
        this.pageShellBuilder = new PageShellBuilder(pages, look::join);
    }

    private static PageAssets look(String version) {
        String sprite = new String(Assets.resource("sprite.svg"), StandardCharsets.UTF_8);
        return new PageAssets(Assets.load(), sprite, version);
    }

    public List<RouteHandler<?, ?>> bindings() {
        List<RouteHandler<?, ?>> all = new ArrayList<>();
        all.add(new RouteHandler.Fixed<>(ASSET, this::asset));
        pages.forEach(
                pageRoute ->
                        all.add(
                                new RouteHandler.Other<>(
                                        pageRoute.route(),
                                        authorizedRequest ->
                                                inShell(pageRoute, authorizedRequest))));
        return all;
    }

    private Asset asset(AuthorizedRequest<NoBody> authorizedRequest) {
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

    private TextResponse inShell(PageRoute pageRoute, AuthorizedRequest<NoBody> authorizedRequest)
            throws Exception {
        PageContent pageContent = pageRoute.maker().make(authorizedRequest);
        ViewerPreferences viewerPreferences =
                ViewerPreferences.of(
                        authorizedRequest.visitor(), authorizedRequest.sent().cookies());
        PageRoute shown = pageRoute.as(pageContent);
        PageShell pageShell =
                pageShellBuilder.around(
                        shown, authorizedRequest.visitor(), viewerPreferences, clock.instant());
        return templateRenderer.page(
                200,
                pageContent.template(),
                Map.of("frame", pageShell, "view", pageContent.value()));
    }

    /** Outside the shell: for whoever is not signed in. */
    public TextResponse bare(int status, PageContent pageContent) {
        return templateRenderer.page(
                status,
                pageContent.template(),
                Map.of("look", look.join(), "view", pageContent.value()));
    }

    /** Whoever is not signed in is asked to, and comes back to where they wanted to go. */
    @Override
    public TextResponse page(Problem problem, Met met) {
        if (problem.code().status() == 401) {
            String back = met.path().length() <= LONGEST_WAY_BACK ? met.path() : "/";
            return TextResponse.redirect(
                    "/login?return_to=" + URLEncoder.encode(back, StandardCharsets.UTF_8));
        }
        ProblemPage view = ProblemPage.of(problem, met.request());
        int status = problem.code().status();
        return met.visitor()
                .map(
                        principal -> {
                            ViewerPreferences viewerPreferences =
                                    ViewerPreferences.of(principal, met.cookies());
                            PageShell pageShell =
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
                .orElseGet(() -> bare(status, PageContent.of("problem/bare", view)));
    }
}
