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
 * The settings of single sign-on. The block is optional; if any of its keys is set, all required ones must be.
 */
final class SignOnKeys {

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.-]+(:\\d{1,5})?");

    static final SpecKey<String> ISSUER =
            SpecKey.of(
                            "issuer",
                            address(
                                    "the address of an OpenID provider",
                                    OidcProvider::issuerProblem),
                            "The issuer URL of the OpenID provider. Without it there is no single sign-on.")
                    .example("https://login.example.org/realms/lab");
    static final SpecKey<String> CLIENT_ID =
            SpecKey.of(
                            "client_id",
                            ValueType.line(),
                            "The client id of this server at the provider.")
                    .example("slipway");
    static final SpecKey<Path> CLIENT_SECRET_FILE =
            SpecKey.of(
                            "client_secret_file",
                            ValueType.path(),
                            "The file whose first line is the client secret; omit it for a public client.")
                    .example("/etc/slipway/client-secret");
    static final SpecKey<String> REDIRECT =
            SpecKey.of(
                            "redirect",
                            address("an address of this server", OidcProvider::redirectProblem),
                            "The redirect URL: the address of this server for browsers, as registered at the provider.")
                    .example("https://slipway.example.org/login/sso/back");
    static final SpecKey<GroupMapping> GROUPS =
            SpecKey.of(
                            "groups",
                            ValueType.of("lines of group = team:role", "=", GroupMapping::read),
                            "Maps groups of the provider to roles, one per line. Users in none of them are refused.")
                    .example("ml-research = language:member");
    static final SpecKey<String> GROUPS_CLAIM =
            SpecKey.of(
                            "groups_claim",
                            ValueType.line(),
                            "The claim with the groups, of the ID token or userinfo; a.b is b within a.")
                    .withDefault(OidcProvider.GROUPS_CLAIM)
                    .example("realm_access.roles");
    static final SpecKey<String> NAME_CLAIM =
            SpecKey.of(
                            "name_claim",
                            ValueType.line(),
                            "The claim for the name of a new user. Fallback: the email address.")
                    .withDefault(OidcProvider.NAME_CLAIM);
    static final SpecKey<List<String>> SCOPES =
            SpecKey.of(
                            "scopes",
                            list(
                                    "scopes separated by spaces",
                                    Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]+")),
                            "The requested scopes; openid is always included.")
                    .withDefault(String.join(" ", OidcProvider.SCOPES));
    static final SpecKey<List<String>> OTHER_HOSTS =
            SpecKey.of(
                            "other_hosts",
                            list("hosts separated by spaces", HOST),
                            "Further hosts that the provider may use for its endpoints.")
                    .example("oauth2.googleapis.com www.googleapis.com");
    static final SpecKey<Duration> CLOCK_SKEW =
            SpecKey.of(
                            "clock_skew",
                            ValueType.duration(),
                            "The tolerated clock difference to the provider; at most "
                                    + Format.duration(OidcProvider.MAX_SKEW)
                                    + ".")
                    .withDefault("1m");

    static final SpecKey<Duration> RENEW_WITHIN =
            SpecKey.of(
                            "renew_within",
                            ValueType.duration(),
                            "How long roles from groups and tokens of the person hold without a new sign-in; from "
                                    + Format.duration(SignOnSettings.MIN_RENEWAL)
                                    + " to "
                                    + Format.duration(SignOnSettings.MAX_RENEWAL)
                                    + ".")
                    .withDefault("12h");

    private static final List<SpecKey<?>> REQUIRED = List.of(ISSUER, CLIENT_ID, REDIRECT, GROUPS);

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
                    CLOCK_SKEW,
                    RENEW_WITHIN);

    static final SpecKey<BlockValues> SIGN_ON = SpecKey.of("sign_on", SHAPE, "Single sign-on.");

    private SignOnKeys() {}

    /** Missing keys and excessive values in the merged sources; empty if the block is absent. */
    static List<Mistake> mistakes(BlockValues values) {
        Optional<SourceLocation> firstSet =
                SHAPE.keys().stream()
                        .map(values::location)
                        .filter(sourceLocation -> !sourceLocation.equals(BlockValues.DEFAULT))
                        .findFirst();
        var mistakes = new ArrayList<Mistake>();
        for (SpecKey<?> key : firstSet.isPresent() ? REQUIRED : List.<SpecKey<?>>of()) {
            if (values.find(key).isEmpty()) {
                mistakes.add(
                        new Mistake(
                                firstSet.orElseThrow(),
                                "sign_on." + key.name(),
                                "missing, but needed for single sign-on. Write %s, for example %s."
                                        .formatted(key.type().description(), key.example())));
            }
        }
        values.find(CLOCK_SKEW)
                .filter(skew -> skew.compareTo(OidcProvider.MAX_SKEW) > 0)
                .map(
                        _ ->
                                "the tolerated difference is at most "
                                        + Format.duration(OidcProvider.MAX_SKEW)
                                        + ".")
                .map(text -> new Mistake(values.location(CLOCK_SKEW), "sign_on.clock_skew", text))
                .ifPresent(mistakes::add);
        values.find(RENEW_WITHIN)
                .filter(time -> !SignOnSettings.isRenewal(time))
                .map(
                        time ->
                                "%s is not from %s to %s."
                                        .formatted(
                                                Format.duration(time),
                                                Format.duration(SignOnSettings.MIN_RENEWAL),
                                                Format.duration(SignOnSettings.MAX_RENEWAL)))
                .map(
                        text ->
                                new Mistake(
                                        values.location(RENEW_WITHIN),
                                        "sign_on.renew_within",
                                        text))
                .ifPresent(mistakes::add);
        return mistakes;
    }

    /** The settings from valid values; empty without single sign-on. */
    static Optional<SignOnSettings> settings(BlockValues values, Optional<Path> secretFile) {
        return values.find(ISSUER)
                .map(
                        issuer ->
                                new SignOnSettings(
                                        provider(issuer, values),
                                        secretFile,
                                        values.get(GROUPS),
                                        values.get(RENEW_WITHIN)));
    }

    private static OidcProvider provider(String issuer, BlockValues values) {
        return new OidcProvider(
                issuer,
                values.get(CLIENT_ID),
                Optional.empty(),
                URI.create(values.get(REDIRECT)),
                values.get(SCOPES),
                new OidcProvider.ClaimNames(values.get(GROUPS_CLAIM), values.get(NAME_CLAIM)),
                values.get(CLOCK_SKEW),
                new TreeSet<>(values.find(OTHER_HOSTS).orElse(List.of())));
    }

    private static ValueType<String> address(
            String description, Function<String, Optional<String>> problem) {
        return ValueType.of(
                description,
                "^https?://.+$",
                text ->
                        problem.apply(text)
                                .<ParseResult<String>>map(ParseResult::rejected)
                                .orElseGet(() -> ParseResult.parsed(text)));
    }

    private static ValueType<List<String>> list(String description, Pattern pattern) {
        return ValueType.of(
                description,
                "^\\S+( +\\S+)*$",
                text -> {
                    List<String> items = Arrays.asList(text.strip().split(" +", -1));
                    boolean valid =
                            items.stream().allMatch(item -> pattern.matcher(item).matches());
                    return ParseResult.of(
                            valid ? Optional.of(items) : Optional.empty(), text, description);
                });
    }
}
