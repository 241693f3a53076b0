package slipway.surface.api.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.testkit.Generator;
import slipway.testkit.Property;

class JsonCodecTest {

    /** A record with a component of every type. */
    record Order(
            @ApiField(value = "Who.", longest = 10) String who,
            @ApiField("Where.") TeamId team,
            @ApiField(value = "How many.", least = 1, most = 9) long count,
            @ApiField("Whether at once.") boolean now,
            @ApiField("When.") Instant at,
            @ApiField("As what.") Role asRole,
            @ApiField(value = "Why.", lines = true) Optional<String> why,
            @ApiField("With what.") Optional<List<Extra>> extras,
            @ApiField("More.") Optional<RawJson> more) {}

    /** A nested record. */
    record Extra(@ApiField(value = "Its name.", longest = 5) String name) {}

    private static final JsonCodec<Order> CODEC = JsonCodec.of(Order.class);
    private static final String GOOD =
            """
            {"who": "mira", "team": "vision", "count": 3, "now": true, "at": "2026-11-15T09:30:00Z",
             "as_role": "lead"}""";

    private static Order read(String json) {
        return CODEC.read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static Problem refused(byte[] body) {
        Problem problem = catchThrowableOfType(Problem.class, () -> CODEC.read(body));
        assertThat(problem).isNotNull();
        return problem;
    }

    private static List<String> mistakes(String json) {
        return refused(json.getBytes(StandardCharsets.UTF_8)).mistakes().stream()
                .map(Mistake::sentence)
                .toList();
    }

    private static String with(String member, String value) {
        return GOOD.replaceFirst(
                "\"" + member + "\": [^,}]+", "\"" + member + "\": " + value.replace("\\", "\\\\"));
    }

    private static String and(String more) {
        return GOOD.replace("}", ", " + more + "}");
    }

    @Test
    void an_encoded_value_decodes_to_the_same_value() {
        Property.holds(
                Samples.of(Order.class),
                order -> assertEquals(order, CODEC.read(CODEC.write(order))));
    }

    @Test
    void a_page_decodes_to_the_same_page_and_has_the_codec_of_its_items() {
        JsonCodec<ListPage<Extra>> pages = JsonCodec.pageOf(Extra.class);
        ListPage<Extra> page =
                new ListPage<>(List.of(new Extra("a"), new Extra("b")), Optional.of("c"));
        assertEquals(page, pages.read(pages.write(page)));
        assertEquals(
                new Extra("a"),
                JsonCodec.itemOf(pages).read("{\"name\": \"a\"}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void an_optional_member_may_be_null() {
        assertEquals(read(GOOD), read(and("\"why\": null, \"extras\": null")));
    }

    @Test
    void all_mistakes_are_reported_at_once_with_their_members() {
        assertEquals(
                List.of(
                        "tam: no such member. Did you mean team?",
                        "who: not a text.",
                        "team: missing. Where.",
                        "count: not a whole number from 1 to 9.",
                        "now: not true or false.",
                        "at: not a time such as 2026-11-15T09:30:00Z.",
                        "as_role: not one of viewer, member, lead, admin. Did you mean lead?",
                        "extras[2].name: not 1 to 5 characters."),
                mistakes(
                        """
                        {"who": 3, "tam": "vision", "count": 10, "now": "yes", "at": "soon", "as_role": "laed",
                         "extras": [{"name": "a"}, {"name": "abcdef"}]}"""));
    }

    @Test
    void an_unknown_member_without_a_near_name_lists_the_known_ones() {
        assertThat(mistakes(and("\"colour\": 1")))
                .containsExactly(
                        "colour: no such member."
                                + " Known members: who, team, count, now, at, as_role, why, extras, more.");
    }

    @Test
    void numbers_other_than_whole_numbers_within_bounds_are_refused() {
        for (String number :
                List.of("0", "10", "-1", "1.5", "1e0", "1e400", "9".repeat(40), "\"3\"", "null")) {
            assertThat(mistakes(with("count", number))).as(number).hasSize(1);
        }
    }

    @Test
    void texts_with_control_characters_or_without_content_are_refused() {
        for (String text :
                List.of(
                        "\\u0000",
                        "\\u001b",
                        "\\n",
                        "\\u007f",
                        "\\u0085",
                        "\\u2028",
                        "\\u2029",
                        "\\ud800",
                        "a\\udc00",
                        "\\u202e",
                        "\\u2066",
                        "",
                        " ",
                        "\\u3000",
                        "12345678901")) {
            assertThat(mistakes(with("who", '"' + text + '"'))).as(text).hasSize(1);
        }
        assertEquals("😀2345678<é", read(with("who", "\"\\ud83d\\ude002345678<é\"")).who());
    }

    @Test
    void times_out_of_range_are_refused() {
        for (String time :
                List.of("1969-12-31T23:59:59Z", "+999999999-12-31T23:59:59Z", "2026-11-15", "")) {
            assertThat(mistakes(with("at", '"' + time + '"'))).as(time).hasSize(1);
        }
    }

    @Test
    void a_body_that_is_not_JSON_is_a_problem() {
        byte[] deep = "[".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        byte[] deepObject = "{\"a\":".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        byte[] longName = ("{\"" + "a".repeat(2_000) + "\": 1}").getBytes(StandardCharsets.UTF_8);
        byte[] longNumber =
                ("{\"count\": " + "9".repeat(2_000) + "}").getBytes(StandardCharsets.UTF_8);
        byte[] badUtf8 = GOOD.replace("mira", "m\u0001ra").getBytes(StandardCharsets.ISO_8859_1);
        badUtf8[GOOD.indexOf("mira") + 1] = (byte) 0xff;
        byte[] overlong = {'"', (byte) 0xc0, (byte) 0xaf, '"'};
        byte[] surrogate = {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'};
        for (byte[] body :
                List.of(deep, deepObject, longName, longNumber, badUtf8, overlong, surrogate)) {
            assertEquals("not-json", refused(body).code().name());
        }
        for (String text :
                List.of(
                        "",
                        " ",
                        "{",
                        GOOD + GOOD,
                        GOOD + " x",
                        "NaN",
                        "{'a': 1}",
                        "{\"a\": 1,}",
                        "// hi\n{}",
                        and("\"who\": \"twice\""),
                        "\u0000",
                        "\ufeff",
                        "{\"a\u001b\": 1}")) {
            assertEquals(
                    "not-json", refused(text.getBytes(StandardCharsets.UTF_8)).code().name(), text);
        }
    }

    @Test
    void JSON_other_than_an_object_is_refused() {
        for (String text : List.of("null", "3", "\"text\"", "[]", "true")) {
            assertThat(mistakes(text)).containsExactly("not an object.");
        }
    }

    @Test
    void a_problem_about_a_hostile_body_has_no_control_characters() {
        for (String body :
                List.of(
                        and("\"\\u001b[2J\\u202e\": 1"),
                        and("\"a\\u001b\": 1, \"a\\u001b\": 2"),
                        "\u001b[2J",
                        and("\"" + "😀".repeat(40) + "\": 1"))) {
            Problem problem = refused(body.getBytes(StandardCharsets.UTF_8));
            assertThat(String.valueOf(problem.getMessage()).replace("\n", "").codePoints())
                    .noneMatch(Character::isISOControl)
                    .doesNotContain(0x202e)
                    .noneMatch(c -> Character.getType(c) == Character.SURROGATE);
        }
    }

    @Test
    void an_answer_may_have_unknown_members_and_forbidden_characters_are_replaced() {
        String json = and("\"added\": {\"a\": 1}").replace("mira", "m\\u001bra");
        assertEquals("m\ufffdra", CODEC.readAnswer(json.getBytes(StandardCharsets.UTF_8)).who());
    }

    @Test
    void any_input_is_decoded_or_refused() {
        Generator<String> pieces =
                Generator.oneOf(
                        Generator.choice(
                                "{",
                                "}",
                                "[",
                                "]",
                                ":",
                                ",",
                                "\"",
                                "null",
                                "1e999",
                                "\\ud800",
                                "\"who\"",
                                "\"at\"",
                                "\"extras\":[{",
                                GOOD),
                        Generator.strings());
        Property.holds(2_000, pieces.list(0, 12), parts -> refusedOrRead(String.join("", parts)));
    }

    private static void refusedOrRead(String text) {
        try {
            read(text);
        } catch (Problem expected) {
            assertThat(expected.getMessage()).isNotBlank();
        }
    }

    /** A change of an object. */
    record Change(
            @ApiField(value = "A name.", longest = 10) Optional<String> name,
            @ApiField(value = "A remark.", longest = 10) Patch<String> remark) {}

    private static Change change(String json) {
        return JsonCodec.ofChange(Change.class).read(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void in_a_change_null_clears_a_member_and_an_absent_one_keeps_its_value() {
        assertEquals(new Change(Optional.empty(), new Patch.Keep<>()), change("{}"));
        assertEquals(new Patch.Clear<>(), change("{\"remark\": null}").remark());
        assertEquals(new Patch.Replace<>("new"), change("{\"remark\": \"new\"}").remark());
        for (String json : List.of("{}", "{\"remark\":null}", "{\"remark\":\"new\"}")) {
            byte[] written = JsonCodec.ofChange(Change.class).write(change(json));
            assertEquals(json, new String(written, StandardCharsets.UTF_8));
        }
    }

    @Test
    void in_a_change_null_for_a_member_that_must_have_a_value_is_a_mistake() {
        Problem problem = catchThrowableOfType(Problem.class, () -> change("{\"name\": null}"));
        assertThat(problem.mistakes())
                .extracting(Mistake::sentence)
                .singleElement()
                .asString()
                .contains("name", "it cannot be removed");
    }
}
