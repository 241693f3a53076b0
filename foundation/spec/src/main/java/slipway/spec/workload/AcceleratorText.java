package slipway.spec.workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.text.UntrustedText;
import slipway.spec.ParseResult;
import slipway.spec.ValueType;
import slipway.spec.workload.AcceleratorRequest.Alternative;

/** How accelerators are written: {@code H100:8}, {@code H100}, {@code 8}, {@code H100:0.5}, {@code A100:4 | H100:4}. */
final class AcceleratorText {

    static final String DESCRIPTION = "accelerators such as H100:8, H100:0.5, 8 or A100:4 | H100:4";

    private static final String TYPE = "[A-Za-z][A-Za-z0-9._-]{0,62}";
    private static final String AMOUNT = "[0-9]{1,4}(\\.[0-9]{1,3})?";
    private static final String ONE = "(%s)(:%s)?|%s".formatted(TYPE, AMOUNT, AMOUNT);
    private static final Pattern PART =
            Pattern.compile(
                    "(?:(?<type>%s)(?::(?<of>%s))?|(?<any>%s))".formatted(TYPE, AMOUNT, AMOUNT));
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    /** One text; the alternatives in it. None at all is written {@code 0}. */
    static final ValueType<List<Alternative>> TYPE_OF_ALTERNATIVES =
            ValueType.numberOrText(
                    DESCRIPTION, "^(%s)( ?\\| ?(%s))*$".formatted(ONE, ONE), AcceleratorText::read);

    private AcceleratorText() {}

    static ParseResult<List<Alternative>> read(String text) {
        if (text.equals("0")) {
            return ParseResult.parsed(List.of());
        }
        List<Alternative> found = new ArrayList<>();
        for (String part : text.split("\\|", -1)) {
            switch (alternative(part.strip())) {
                case ParseResult.Parsed<Alternative>(Alternative one) -> found.add(one);
                case ParseResult.Rejected<Alternative>(String because) -> {
                    return ParseResult.rejected(because);
                }
            }
        }
        return ParseResult.parsed(found);
    }

    private static ParseResult<Alternative> alternative(String text) {
        Matcher parts = PART.matcher(text);
        if (!parts.matches()) {
            return ParseResult.rejected(
                    UntrustedText.quoted(text) + " is not " + DESCRIPTION + ".");
        }
        String amount =
                Optional.ofNullable(parts.group("any"))
                        .or(() -> Optional.ofNullable(parts.group("of")))
                        .orElse("1");
        int thousandths = new BigDecimal(amount).multiply(THOUSAND).intValueExact();
        Optional<String> type = Optional.ofNullable(parts.group("type"));
        if (thousandths < 1 || thousandths > AcceleratorRequest.MAX_PER_NODE * 1_000) {
            return ParseResult.rejected(
                    "%s asks for %s; a node gives 1 to %d accelerators."
                            .formatted(
                                    UntrustedText.quoted(text),
                                    amount,
                                    AcceleratorRequest.MAX_PER_NODE));
        }
        if (thousandths > 1_000 && thousandths % 1_000 != 0) {
            return ParseResult.rejected(
                    UntrustedText.quoted(text)
                            + " asks for a part of several. Write a whole number, or less than 1 for a part of one.");
        }
        return ParseResult.parsed(
                thousandths < 1_000
                        ? new Alternative(type, 1, thousandths)
                        : new Alternative(type, thousandths / 1_000, 1_000));
    }
}
