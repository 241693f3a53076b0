package slipway.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.spec.ParseResult;

class GroupMappingTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId LANGUAGE = new TeamId("language");

    @Test
    void each_line_gives_a_group_a_role_in_a_team() {
        var mapping =
                GroupMapping.parse(
                        """
                        # who does what
                        ml-research = language:member

                        platform=all:admin
                        CN=Vision Leads,OU=groups = vision : lead
                        """,
                        "sign_on.groups");
        assertEquals(
                List.of(
                        new GroupMapping.Rule("ml-research", LANGUAGE, Role.MEMBER),
                        new GroupMapping.Rule("platform", TeamId.ALL, Role.ADMIN),
                        new GroupMapping.Rule("CN=Vision Leads,OU=groups", VISION, Role.LEAD)),
                mapping.rules());
    }

    @Test
    void roles_add_up_and_unmapped_groups_give_nothing() {
        var mapping =
                GroupMapping.parse(
                        "a = vision:viewer\nb = vision:lead\na = language:member\nc = vision:member",
                        "groups");
        assertEquals(
                Map.of(VISION, Role.LEAD, LANGUAGE, Role.MEMBER),
                mapping.roles(Set.of("a", "b", "c")));
        assertEquals(Map.of(VISION, Role.MEMBER), mapping.roles(Set.of("c", "x")));
        assertEquals(Map.of(), mapping.roles(Set.of("x", "A", "vision")));
        assertEquals(Map.of(), GroupMapping.NONE.roles(Set.of("a")));
    }

    @Test
    void all_mistakes_are_reported_together() {
        String text =
                "good = vision:viewer\nbad\nx = Vision:member\ny = vision:memebr\n= vision:lead\nz = vision:lead:x";
        Problem problem =
                assertThrows(Problem.class, () -> GroupMapping.parse(text, "sign_on.groups"));
        assertEquals("sign_on.groups has 5 problems:", problem.what());
        assertEquals(
                List.of(
                        "sign_on.groups line 2  \"bad\" is not of the form group = team:role.",
                        "sign_on.groups line 3  \"Vision\" cannot be a team's name:"
                                + " 1 to 63 lower-case letters, digits and inner hyphens.",
                        "sign_on.groups line 4  \"memebr\" is not a role (viewer, member, lead, admin)."
                                + " Did you mean member?",
                        "sign_on.groups line 5  \"= vision:lead\" is not of the form group = team:role.",
                        "sign_on.groups line 6  \"z = vision:lead:x\" is not of the form group = team:role."),
                problem.mistakes().stream().map(Mistake::toString).toList());
    }

    @Test
    void a_setting_reports_them_in_one_text() {
        assertThat(GroupMapping.read("bad\nworse"))
                .isEqualTo(
                        ParseResult.rejected(
                                "Line 1: \"bad\" is not of the form group = team:role."
                                        + " Line 2: \"worse\" is not of the form group = team:role."));
        assertThat(GroupMapping.read("")).isEqualTo(ParseResult.parsed(GroupMapping.NONE));
    }
}
