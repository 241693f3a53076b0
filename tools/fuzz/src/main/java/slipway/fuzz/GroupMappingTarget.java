package slipway.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import slipway.base.Problem;
import slipway.signon.GroupMapping;
import slipway.signon.OidcProvider;

/** The group mappings that an administrator configures for single sign-on. */
record GroupMappingTarget() implements Target {

    @Override
    public String name() {
        return "groups";
    }

    @Override
    public List<String> seeds() {
        return List.of(
                "ml-platform = all:admin\n# remark\nvision people = vision:member\n",
                "https://login.example.org");
    }

    @Override
    public List<String> dictionary() {
        return List.of(
                "\n",
                " ",
                "->",
                ":",
                "=",
                "all",
                "admin",
                "viewer",
                "#",
                "\"",
                "https://",
                "http://[::1",
                "%zz",
                "//");
    }

    @Override
    public boolean accepts(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        OidcProvider.issuerProblem(text);
        OidcProvider.redirectProblem(text);
        GroupMapping.read(text);
        try {
            GroupMapping.parse(text, "sign_on.groups").roles(Set.of("ml-platform"));
            return true;
        } catch (Problem refused) {
            return ProblemTarget.isComplete(refused);
        }
    }
}
