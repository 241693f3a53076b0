package slipway.surface.web.page;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import slipway.identity.Principal;
import slipway.spec.SpecKey;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;

/** One field that finds everything: pages, people, teams, entries, and commands. Each room brings its own finder. */
public final class Search {

    /** Something that was found. */
    public record Hit(
            @ApiField(value = "What it is one of.", example = "People") String group,
            @ApiField(value = "Its name.", example = "mira", longest = 1_000) String title,
            @ApiField(
                            value = "What tells it from others.",
                            example = "lead of language",
                            longest = 1_000)
                    String detail,
            @ApiField(value = "Its sign.", example = "users") String icon,
            @ApiField(value = "Where it is.", example = "/admin/people", longest = 1_000)
                    String path) {}

    /** All that was found. */
    public record Found(@ApiField("Best first, by what they are.") List<Hit> hits) {}

    static final SpecKey<String> Q =
            SpecKey.of("q", PageQuery.TYPED, "What to look for.").withDefault("");

    public static final Route<NoBody, Found> SEARCH =
            Route.of(HttpMethod.GET, "/search")
                    .forSignedIn("search", "Finds what you may see by its name.")
                    .answering(Found.class)
                    .filteredBy(Q);

    private static final int MAX_PER_GROUP = 6;

    private final List<Finder> finders;

    public Search(List<Finder> finders) {
        this.finders = List.copyOf(finders);
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(RouteHandler.of(SEARCH, this::find));
    }

    private Found find(AuthorizedRequest<NoBody> authorizedRequest) {
        String words = authorizedRequest.query().get(Q).strip().toLowerCase(Locale.ROOT);
        return new Found(find(authorizedRequest.principal(), words));
    }

    List<Hit> find(Principal principal, String words) {
        return finders.stream()
                .flatMap(finder -> few(finder.find(principal, words), words))
                .toList();
    }

    /** Of every group a few, those that begin with what was typed first. */
    private static Stream<Hit> few(Stream<Hit> hits, String words) {
        Map<String, Integer> seen = new TreeMap<>();
        return hits.sorted(Comparator.comparing(hit -> !begins(hit, words)))
                .filter(hit -> seen.merge(hit.group(), 1, Integer::sum) <= MAX_PER_GROUP);
    }

    private static boolean begins(Hit hit, String words) {
        return hit.title().toLowerCase(Locale.ROOT).startsWith(words);
    }
}
