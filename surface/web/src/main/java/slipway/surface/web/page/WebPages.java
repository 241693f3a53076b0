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
                    .forPublic("show-asset", "What pages load besides themselves.")
                    .answeringText();

    /** A longer one would not fit into the header that sends there. */
    private static final int MAX_RETURN_PATH = 1_000;

    private final InstantSource clock;
    private final TemplateRenderer templateRenderer = new TemplateRenderer();
    private final CompletableFuture<PageAssets> assets;
    private final List<PageRoute> pages;
    private final PageShellBuilder pageShellBuilder;

    public WebPages(String version, InstantSource clock, List<PageRoute> pages) {
        this.clock = clock;
        // A start does not wait for what the first page needs.
        this.assets =
                CompletableFuture.supplyAsync(() -> assets(version), Thread::startVirtualThread);
        this.pages = List.copyOf(pages);
        this.pageShellBuilder = new PageShellBuilder(pages, assets::join);
    }

    private static PageAssets assets(String version) {
        String sprite = new String(Assets.resource("sprite.svg"), StandardCharsets.UTF_8);
        return new PageAssets(Assets.load(), sprite, version);
    }

    public List<RouteHandler<?, ?>> bindings() {
        List<RouteHandler<?, ?>> all = new ArrayList<>();
        all.add(new RouteHandler.StaticFile<>(ASSET, this::asset));
        pages.forEach(
                pageRoute ->
                        all.add(
                                new RouteHandler.Text<>(
                                        pageRoute.route(),
                                        authorizedRequest ->
                                                renderInShell(pageRoute, authorizedRequest))));
        return all;
    }

    private Asset asset(AuthorizedRequest<NoBody> authorizedRequest) {
        return assets.join()
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

    private TextResponse renderInShell(
            PageRoute pageRoute, AuthorizedRequest<NoBody> authorizedRequest) throws Exception {
        PageContent pageContent = pageRoute.maker().make(authorizedRequest);
        ViewerPreferences viewerPreferences =
                ViewerPreferences.of(
                        authorizedRequest.principal(), authorizedRequest.details().cookies());
        PageRoute shown = pageRoute.as(pageContent);
        PageShell pageShell =
                pageShellBuilder.around(
                        shown, authorizedRequest.principal(), viewerPreferences, clock.instant());
        return templateRenderer.page(
                200,
                pageContent.template(),
                Map.of("frame", pageShell, "view", pageContent.value()));
    }

    /** Outside the shell: for whoever is not signed in. */
    public TextResponse renderWithoutShell(int status, PageContent pageContent) {
        return templateRenderer.page(
                status,
                pageContent.template(),
                Map.of("look", assets.join(), "view", pageContent.value()));
    }

    /** Whoever is not signed in is asked to, and comes back to where they wanted to go. */
    @Override
    public TextResponse page(Problem problem, Context met) {
        if (problem.code().status() == 401) {
            String back = met.path().length() <= MAX_RETURN_PATH ? met.path() : "/";
            return TextResponse.redirect(
                    "/login?return_to=" + URLEncoder.encode(back, StandardCharsets.UTF_8));
        }
        ProblemPage view = ProblemPage.of(problem, met.requestId());
        int status = problem.code().status();
        return met.principal()
                .map(
                        principal -> {
                            ViewerPreferences viewerPreferences =
                                    ViewerPreferences.of(principal, met.cookies());
                            PageShell pageShell =
                                    pageShellBuilder.buildForProblem(
                                            view.word(),
                                            principal,
                                            viewerPreferences,
                                            clock.instant());
                            return templateRenderer.page(
                                    status,
                                    "problem/page",
                                    Map.of("frame", pageShell, "view", view));
                        })
                .orElseGet(() -> renderWithoutShell(status, PageContent.of("problem/bare", view)));
    }
}
