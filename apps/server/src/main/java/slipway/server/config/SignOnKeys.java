package slipway.server.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.signon.GroupMapping;
import slipway.signon.OidcProvider;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;

/**
 * What can be set about single sign-on. All of it may be left out; but whoever sets anything must set what nobody
 * could sign in without.
 */
final class SignOnKeys {

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.-]+(:\\d{1,5})?");

    static final SpecKey<String> ISSUER =
            SpecKey.of(
                            "issuer",
                            address(
                                    "the address of an OpenID provider",
                                    OidcProvider::issuerProblem),
                            "The OpenID provider that people sign in with, as it names itself; left out, there is no"
                                    + " single sign-on.")
                    .example("https://login.example.org/realms/lab");
    static final SpecKey<String> CLIENT_ID =
            SpecKey.of(
                            "client_id",
                            ValueType.line(),
                            "The name under which the provider knows this server.")
                    .example("slipway");
    static final SpecKey<Path> CLIENT_SECRET_FILE =
            SpecKey.of(
                            "client_secret_file",
                            ValueType.path(),
                            "The file whose first line is the client's secret; a public client has none.")
                    .example("/etc/slipway/client-secret");
    static final SpecKey<String> REDIRECT =
            SpecKey.of(
                            "redirect",
                            address("an address of this server", OidcProvider::redirectProblem),
                            "Where the provider sends people back to: this server as browsers reach it; the same must"
                                    + " be registered at the provider.")
                    .example("https://slipway.example.org/login/sso/back");
    static final SpecKey<GroupMapping> GROUPS =
            SpecKey.of(
                            "groups",
                            ValueType.of("lines of group = team:role", "=", GroupMapping::read),
                            "Which groups of the provider mean which roles here, a line for each; who is in none of"
                                    + " them is not let in.")
                    .example("ml-research = language:member");
    static final SpecKey<String> GROUPS_CLAIM =
            SpecKey.of(
                            "groups_claim",
                            ValueType.line(),
                            "The claim of the ID token that holds the groups; a.b is b within a.")
                    .withDefault(OidcProvider.GROUPS_CLAIM)
                    .example("realm_access.roles");
    static final SpecKey<String> NAME_CLAIM =
            SpecKey.of(
                            "name_claim",
                            ValueType.line(),
                            "The claim that a new user's name is made of; where it is missing, the email address.")
                    .withDefault(OidcProvider.NAME_CLAIM);
    static final SpecKey<List<String>> SCOPES =
            SpecKey.of(
                            "scopes",
                            words(
                                    "scopes with spaces between",
                                    Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]+")),
                            "What the provider is asked to tell; openid is always among it.")
                    .withDefault(String.join(" ", OidcProvider.SCOPES));
    static final SpecKey<List<String>> OTHER_HOSTS =
            SpecKey.of(
                            "other_hosts",
                            words("hosts with spaces between", HOST),
                            "Hosts beside the issuer's own that the provider may name for its endpoints.")
                    .example("oauth2.googleapis.com www.googleapis.com");
    static final SpecKey<Duration> CLOCK_SKEW =
            SpecKey.of(
                            "clock_skew",
                            ValueType.duration(),
                            "How far the provider's clock and this machine's may differ; at most "
                                    + Format.duration(OidcProvider.MAX_SKEW)
                                    + ".")
                    .withDefault("1m");

    private static final List<SpecKey<?>> NEEDED = List.of(ISSUER, CLIENT_ID, REDIRECT, GROUPS);

    static final BlockSchema SHAPE =
            BlockSchema.of(
                    ISSUER,
                    CLIENT_ID,
                    CLIENT_SECRET_FILE,
                    REDIRECT,
                    GROUPS,
                    GROUPS_CLAIM,
                    NAME_CLAIM,
                    SCOPES,
                    OTHER_HOSTS,
                    CLOCK_SKEW);

    static final SpecKey<BlockValues> SIGN_ON = SpecKey.of("sign_on", SHAPE, "Single sign-on.");

    private SignOnKeys() {}

    /** What is missing or too much, now that all sources are laid over each other; nothing when nothing is set. */
    static List<Mistake> mistakes(BlockValues blockValues) {
        Optional<SourceLocation> anything =
                SHAPE.keys().stream()
                        .map(blockValues::location)
                        .filter(sourceLocation -> !sourceLocation.equals(BlockValues.DEFAULT))
                        .findFirst();
        var mistakes = new ArrayList<Mistake>();
        for (SpecKey<?> specKey : anything.isPresent() ? NEEDED : List.<SpecKey<?>>of()) {
            if (blockValues.find(specKey).isEmpty()) {
                mistakes.add(
                        new Mistake(
                                anything.orElseThrow(),
                                "sign_on." + specKey.name(),
                                "missing, but needed for single sign-on. Write %s, for example %s."
                                        .formatted(
                                                specKey.type().description(), specKey.example())));
            }
        }
        blockValues
                .find(CLOCK_SKEW)
                .filter(skew -> skew.compareTo(OidcProvider.MAX_SKEW) > 0)
                .map(
                        _ ->
                                "clocks may differ by at most "
                                        + Format.duration(OidcProvider.MAX_SKEW)
                                        + ".")
                .map(
                        text ->
                                new Mistake(
                                        blockValues.location(CLOCK_SKEW),
                                        "sign_on.clock_skew",
                                        text))
                .ifPresent(mistakes::add);
        return mistakes;
    }

    /** For values without mistakes; empty when there is no single sign-on. */
    static Optional<SignOnSettings> settings(BlockValues blockValues, Optional<Path> secretFile) {
        return blockValues
                .find(ISSUER)
                .map(
                        issuer ->
                                new SignOnSettings(
                                        provider(issuer, blockValues),
                                        secretFile,
                                        blockValues.get(GROUPS)));
    }

    private static OidcProvider provider(String issuer, BlockValues blockValues) {
        return new OidcProvider(
                issuer,
                blockValues.get(CLIENT_ID),
                Optional.empty(),
                URI.create(blockValues.get(REDIRECT)),
                blockValues.get(SCOPES),
                new OidcProvider.ClaimNames(
                        blockValues.get(GROUPS_CLAIM), blockValues.get(NAME_CLAIM)),
                blockValues.get(CLOCK_SKEW),
                new TreeSet<>(blockValues.find(OTHER_HOSTS).orElse(List.of())));
    }

    private static ValueType<String> address(
            String says, Function<String, Optional<String>> wrong) {
        return ValueType.of(
                says,
                "^https?://.+$",
                text ->
                        wrong.apply(text)
                                .<ParseResult<String>>map(ParseResult::rejected)
                                .orElseGet(() -> ParseResult.parsed(text)));
    }

    private static ValueType<List<String>> words(String says, Pattern word) {
        return ValueType.of(
                says,
                "^\\S+( +\\S+)*$",
                text -> {
                    List<String> words = Arrays.asList(text.strip().split(" +", -1));
                    boolean fits = words.stream().allMatch(one -> word.matcher(one).matches());
                    return ParseResult.of(fits ? Optional.of(words) : Optional.empty(), text, says);
                });
    }
}
