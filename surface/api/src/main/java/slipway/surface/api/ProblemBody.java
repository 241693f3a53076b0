package slipway.surface.api;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.JsonCodec;

/** A problem as defined by RFC 9457, with the three sentences and every mistake as separate members. */
public record ProblemBody(
        @ApiField(value = "Always about:blank; see code.", example = "about:blank") String type,
        @ApiField(value = "The HTTP status.", example = "404", least = 100, most = 599) long status,
        @ApiField(value = "The stable name of the problem.", example = "no-such-team") String code,
        @ApiField(
                        value =
                                "Its kind: invalid, not_found, conflict, no_capacity, rate, outside, denied or bug.",
                        example = "not_found")
                Optional<String> kind,
        @ApiField(
                        value = "What happened.",
                        longest = ApiField.ESSAY,
                        lines = true,
                        example = "There is no team 'vision'.")
                String title,
        @ApiField(
                        value = "Why.",
                        longest = 200_000,
                        lines = true,
                        example = "It does not exist, or it is not yours to see.")
                String detail,
        @ApiField(
                        value = "What to do next.",
                        longest = ApiField.ESSAY,
                        lines = true,
                        example = "List your teams: slipway team list")
                String next,
        @ApiField(value = "The request id, also in the server's log.", example = "req-01k9x")
                Optional<String> request,
        @ApiField("Each mistake in the request.") Optional<List<MistakeBody>> mistakes) {

    public static final JsonCodec<ProblemBody> CODEC = JsonCodec.of(ProblemBody.class);

    private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    /** A mistake in the request. */
    public record MistakeBody(
            @ApiField(
                            value =
                                    "The path of the member; absent if the mistake concerns no single one.",
                            longest = 1_000)
                    Optional<String> member,
            @ApiField(value = "The mistake.", longest = ApiField.ESSAY, lines = true)
                    String text) {}

    public static ProblemBody of(Problem problem, String request) {
        List<MistakeBody> mistakes =
                problem.mistakes().stream()
                        .map(
                                m ->
                                        new MistakeBody(
                                                Optional.of(m.key()).filter(k -> !k.isEmpty()),
                                                m.text()))
                        .toList();
        return new ProblemBody(
                "about:blank",
                problem.code().status(),
                problem.code().name(),
                Optional.of(problem.kind().wireName()),
                problem.what(),
                problem.why(),
                problem.next(),
                Optional.of(request).filter(id -> !id.isEmpty()),
                Optional.of(mistakes).filter(list -> !list.isEmpty()));
    }

    /** The problem as it was at the server. */
    public Problem problem() {
        // Another program's problem may have any code; then only its sentences are kept.
        String name = CODE.matcher(code).matches() ? code : "unknown-problem";
        ProblemCode known =
                new ProblemCode(
                        problemKind(), name, (int) status, "A problem reported by the server.");
        SourceLocation body = SourceLocation.of("request");
        List<Mistake> found =
                mistakes.orElse(List.of()).stream()
                        .map(m -> new Mistake(body, m.member().orElse(""), m.text()))
                        .toList();
        return new Problem(known, title, detail, next, found);
    }

    /** The kind of 429 is fixed; the member distinguishes the others that share a status. */
    private ProblemKind problemKind() {
        ProblemKind byStatus = kindOfStatus();
        return kind.flatMap(ProblemKind::named)
                .filter(named -> (named == ProblemKind.RATE) == (byStatus == ProblemKind.RATE))
                .orElse(byStatus);
    }

    private ProblemKind kindOfStatus() {
        return switch ((int) status) {
            case 401, 403 -> ProblemKind.DENIED;
            case 404 -> ProblemKind.NOT_FOUND;
            case 409 -> ProblemKind.CONFLICT;
            case 429 -> ProblemKind.RATE;
            case 502, 503, 504 -> ProblemKind.OUTSIDE;
            default -> status >= 500 ? ProblemKind.BUG : ProblemKind.INVALID;
        };
    }
}
