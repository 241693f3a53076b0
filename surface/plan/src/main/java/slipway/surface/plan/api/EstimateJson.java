package slipway.surface.plan.api;

import java.math.BigDecimal;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Money;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Estimates as JSON: value, low and high. Money is text with all its digits. */
public final class EstimateJson {

    private EstimateJson() {}

    public static ObjectNode number(Estimate<Double> number) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("value", number.value())
                .put("low", number.low())
                .put("high", number.high());
    }

    public static ObjectNode bytes(Estimate<Bytes> size) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("value", size.value().count())
                .put("low", size.low().count())
                .put("high", size.high().count());
    }

    public static ObjectNode money(Estimate<Money> cost) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("value", digits(cost.value()))
                .put("low", digits(cost.low()))
                .put("high", digits(cost.high()))
                .put("currency", cost.value().currency().getCurrencyCode());
    }

    public static String digits(Money money) {
        return BigDecimal.valueOf(money.millionths(), 6).toPlainString();
    }
}
