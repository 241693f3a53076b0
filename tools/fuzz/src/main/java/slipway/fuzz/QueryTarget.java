package slipway.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.cli.AllRoutes;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Document;
import slipway.spec.DocumentNode;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;

/** The query and the path parameters of every route. */
record QueryTarget() implements Target {

    private static final SourceLocation QUERY = SourceLocation.of("query");
    private static final List<BlockSchema> SCHEMAS =
            AllRoutes.LIST.stream().map(Route::query).distinct().toList();

    @Override
    public String name() {
        return "queries";
    }

    @Override
    public List<String> seeds() {
        return List.of(
                "limit=100&after=" + CursorPaging.cursor("mira"),
                "streams=all&kind=team.created&actor=mira&subject=team/vision&team=vision",
                "from=1&to=2",
                "code=a&state=b&iss=https://login.example.org");
    }

    @Override
    public List<String> dictionary() {
        return List.of(
                "&",
                "=",
                "limit=",
                "after=",
                "-1",
                "2147483648",
                "0x10",
                "1e3",
                "FACTS",
                "\0",
                "é",
                "\u202e");
    }

    @Override
    public boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        for (PathParameter part : PathParameter.values()) {
            part.fits(text);
        }
        List<DocumentNode.Entry> entries =
                Arrays.stream(text.split("&", -1)).map(QueryTarget::entry).toList();
        boolean understood = false;
        for (BlockSchema blockSchema : SCHEMAS) {
            understood |= accepts(blockSchema, new DocumentNode.Block(QUERY, entries));
        }
        return understood;
    }

    private static DocumentNode.Entry entry(String pair) {
        int equals = Math.max(0, pair.indexOf('='));
        DocumentNode value =
                new DocumentNode.Value(
                        QUERY, pair.substring(Math.min(equals + 1, pair.length())), false);
        return new DocumentNode.Entry(QUERY, pair.substring(0, equals), value);
    }

    private static boolean accepts(BlockSchema blockSchema, DocumentNode.Block block) {
        try {
            BlockValues blockValues =
                    blockSchema.read(
                            new Document("query", Optional.of(block), List.of()), "Nothing.");
            blockSchema.keys().forEach(blockValues::find);
            CursorPaging.lastSeen(blockValues);
            return true;
        } catch (Problem refused) {
            return ProblemTarget.isComplete(refused);
        }
    }
}
