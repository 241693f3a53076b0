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

/** Serves all pages and their assets, and renders problems for browsers. */
public final class WebPages implements ProblemResponse {

    static final ProblemCode NO_ASSET =
            ProblemCode.of(ProblemKind.NOT_FOUND, "no-asset", "No such asset in this version.");

    static final Route<NoBody, NoBody> ASSET =
            Route.of(HttpMethod.GET, "/assets/{asset}")
                    .forPublic("show-asset", "Returns an asset of the pages.")
                    .answeringText();

    /** A longer path would not fit into the Location header. */
    private static final int MAX_RETURN_PATH = 1_000;

    private final InstantSource clock;
    private final TemplateRenderer renderer = new TemplateRenderer();
    private final CompletableFuture<PageAssets> assets;
    private final List<PageRoute> pages;
    private final PageShellBuilder shellBuilder;

    public WebPages(String version, InstantSource clock, List<PageRoute> pages) {
        this.clock = clock;
        // Loaded in the background, so that startup does not wait.
        this.assets =
                CompletableFuture.supplyAsync(() -> assets(version), Thread::startVirtualThread);
        this.pages = List.copyOf(pages);
        this.shellBuilder = new PageShellBuilder(pages, assets::join);
    }

    private static PageAssets assets(String version) {
        String sprite = new String(Assets.resource("sprite.svg"), StandardCharsets.UTF_8);
        return new PageAssets(Assets.load(), sprite, version);
    }

    public List<RouteHandler<?, ?>> bindings() {
        List<RouteHandler<?, ?>> all = new ArrayList<>();
        all.add(new RouteHandler.StaticFile<>(ASSET, this::asset));
        pages.forEach(
                page ->
                        all.add(
                                new RouteHandler.Text<>(
                                        page.route(), request -> renderInShell(page, request))));
        return all;
    }

    private Asset asset(AuthorizedRequest<NoBody> request) {
        return assets.join()
                .assets()
                .find(request.part(PathParameter.ASSET))
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_ASSET,
                                        "There is no such file.",
                                        "The page that requested it has another version.",
                                        "Reload the page."));
    }

    private TextResponse renderInShell(PageRoute page, AuthorizedRequest<NoBody> request)
            throws Exception {
        PageContent content = page.maker().make(request);
        ViewerPreferences preferences =
                ViewerPreferences.of(request.principal(), request.details().cookies());
        PageRoute shown = page.as(content);
        PageShell shell =
                shellBuilder.build(shown, request.principal(), preferences, clock.instant());
        return renderer.page(
                200, content.template(), Map.of("frame", shell, "view", content.value()));
    }

    /** Renders a page without the shell, for users who are not signed in. */
    public TextResponse renderWithoutShell(int status, PageContent content) {
        return renderer.page(
                status, content.template(), Map.of("look", assets.join(), "view", content.value()));
    }

    /** Redirects users who are not signed in to the sign-in page, which returns them to the requested page. */
    @Override
    public TextResponse page(Problem problem, Context context) {
        if (problem.code().status() == 401) {
            String returnTo = context.path().length() <= MAX_RETURN_PATH ? context.path() : "/";
            return TextResponse.redirect(
                    "/login?return_to=" + URLEncoder.encode(returnTo, StandardCharsets.UTF_8));
        }
        ProblemPage view = ProblemPage.of(problem, context.requestId());
        int status = problem.code().status();
        return context.principal()
                .map(
                        principal -> {
                            ViewerPreferences preferences =
                                    ViewerPreferences.of(principal, context.cookies());
                            PageShell shell =
                                    shellBuilder.buildForProblem(
                                            view.word(), principal, preferences, clock.instant());
                            return renderer.page(
                                    status, "problem/page", Map.of("frame", shell, "view", view));
                        })
                .orElseGet(() -> renderWithoutShell(status, PageContent.of("problem/bare", view)));
    }
}
