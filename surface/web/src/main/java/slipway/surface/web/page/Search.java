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

/** The global search over pages, people, teams, entries and commands. Each slice has a finder. */
public final class Search {

    /** A hit of the search. */
    public record Hit(
            @ApiField(value = "The group.", example = "People") String group,
            @ApiField(value = "The name.", example = "mira", longest = 1_000) String title,
            @ApiField(
                            value = "A detail that distinguishes it.",
                            example = "lead of language",
                            longest = 1_000)
                    String detail,
            @ApiField(value = "The icon.", example = "users") String icon,
            @ApiField(value = "The path of its page.", example = "/admin/people", longest = 1_000)
                    String path) {}

    /** The result of a search. */
    public record Found(@ApiField("The hits by group, best first.") List<Hit> hits) {}

    static final SpecKey<String> Q =
            SpecKey.of("q", PageQuery.TYPED, "The search text.").withDefault("");

    public static final Route<NoBody, Found> SEARCH =
            Route.of(HttpMethod.GET, "/search")
                    .forSignedIn("search", "Finds objects that you may see by name.")
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

    private Found find(AuthorizedRequest<NoBody> request) {
        String words = request.query().get(Q).strip().toLowerCase(Locale.ROOT);
        return new Found(find(request.principal(), words));
    }

    List<Hit> find(Principal principal, String words) {
        return finders.stream()
                .flatMap(finder -> limit(finder.find(principal, words), words))
                .toList();
    }

    /** A few hits of every group; those that begin with the search text come first. */
    private static Stream<Hit> limit(Stream<Hit> hits, String words) {
        Map<String, Integer> seen = new TreeMap<>();
        return hits.sorted(Comparator.comparing(hit -> !begins(hit, words)))
                .filter(hit -> seen.merge(hit.group(), 1, Integer::sum) <= MAX_PER_GROUP);
    }

    private static boolean begins(Hit hit, String words) {
        return hit.title().toLowerCase(Locale.ROOT).startsWith(words);
    }
}
