package slipway.surface.api;

import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.UserId;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.JsonCodec;
import slipway.testkit.Generator;
import slipway.testkit.Property;
import tools.jackson.databind.node.JsonNodeFactory;

class ProblemBodyTest {

    /** A request body. */
    record NewUser(
            @ApiField(value = "The name.", example = "mira") UserId user,
            @ApiField(value = "The name that is shown.", example = "Mira") String shown,
            @ApiField("The address.") Optional<String> email) {}

    private static Problem thereAndBack(Problem problem) {
        byte[] written = ProblemBody.CODEC.write(ProblemBody.of(problem, "req-1"));
        return ProblemBody.CODEC.readAnswer(written).problem();
    }

    @Test
    void a_problem_of_every_kind_comes_back_as_it_was() {
        for (ProblemKind problemKind : ProblemKind.values()) {
            ProblemCode problemCode = ProblemCode.of(problemKind, "some-code", "Something.");
            Problem back =
                    thereAndBack(new Problem(problemCode, "What\nhappened.", "Why <b>.", "Next."));
            assertEquals(problemKind, back.kind());
            assertEquals("some-code", back.code().name());
            assertEquals("What\nhappened. Why <b>. Next.", back.getMessage());
        }
    }

    @Test
    void no_capacity_now_keeps_its_kind_beside_a_conflict() {
        var now = new ProblemCode(ProblemKind.NO_CAPACITY, "no-port-free", 409, "No port is free.");
        assertEquals(
                ProblemKind.NO_CAPACITY, thereAndBack(new Problem(now, "A.", "B.", "C.")).kind());
    }

    @Test
    void whatever_is_wrong_with_a_request_can_be_told() {
        JsonCodec<NewUser> jsonCodec = JsonCodec.of(NewUser.class);
        Generator<String> members =
                Generator.strings()
                        .list(0, 20)
                        .map(
                                names ->
                                        names.stream()
                                                .map(name -> quoted(name) + ": " + quoted(name))
                                                .collect(Collectors.joining(",", "{", "}")));
        Property.holds(members, body -> toldBack(jsonCodec, body));
    }

    @Test
    void a_long_list_of_mistakes_is_shortened_and_can_be_decoded() {
        String body =
                IntStream.range(0, 500)
                        .mapToObj(i -> quoted("an-unknown-member-with-a-long-name-" + i) + ": 1")
                        .collect(Collectors.joining(",", "{", "}"));
        toldBack(JsonCodec.of(NewUser.class), body);
    }

    private static String quoted(String text) {
        return JsonNodeFactory.instance.stringNode(text).toString();
    }

    private static void toldBack(JsonCodec<?> jsonCodec, String body) {
        Problem told =
                catchThrowableOfType(
                        Problem.class, () -> jsonCodec.read(body.getBytes(StandardCharsets.UTF_8)));
        Problem back = thereAndBack(told);
        assertEquals(told.getMessage(), back.getMessage());
        assertEquals(
                told.mistakes().stream().map(m -> m.sentence()).toList(),
                back.mistakes().stream().map(m -> m.sentence()).toList());
    }
}
