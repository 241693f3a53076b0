package slipway.plan.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.base.text.UntrustedText;
import slipway.plan.capacity.DemandGrowth;

/** Parses growth: as stated, or from a history of months. */
final class GrowthParser {

    private static final String GROWTH = "--growth";
    private static final String HISTORY = "--history";
    private static final int LEAST_MONTHS = 3;
    private static final int MOST_MONTHS = 120;
    private static final Pattern RATE =
            Pattern.compile("(?<sign>[+\u2212-]?)(?<number>[0-9]{1,9}(?:\\.[0-9]{1,6})?) ?%");
    private static final Pattern PLAIN = Pattern.compile("[+-]?[0-9]{1,9}(?:\\.[0-9]{1,6})?");
    private static final Pattern HOURS = Pattern.compile("[0-9]{1,12}(?:\\.[0-9]{1,6})?");

    /** Half of the 90 % interval of Student's distribution, by degrees of freedom; beyond the table its last value. */
    private static final double[] STUDENT = {
        6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771,
        1.761, 1.753, 1.746, 1.740, 1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711, 1.708, 1.645
    };

    private final RequestValues requestValues;

    GrowthParser(RequestValues requestValues) {
        this.requestValues = requestValues;
    }

    /**
     * @param now fitted accelerator-hours of the last month
     */
    record History(double now, DemandGrowth growth) {}

    /**
     * Parses growth per month: {@code 8%}, {@code -10%}, {@code 5%..12%}. The middle of a range is its geometric mean.
     */
    Optional<DemandGrowth> stated(String text) {
        List<Double> rates = new ArrayList<>();
        for (String part : text.strip().split("\\.\\.", -1)) {
            rate(text, part.strip()).ifPresent(rates::add);
        }
        if (rates.size() != text.strip().split("\\.\\.", -1).length) {
            return Optional.empty();
        }
        if (rates.size() > 2 || rates.getFirst() > rates.getLast()) {
            requestValues.mistake(
                    GROWTH,
                    "%s is no range from less to more, such as 5%%..12%%."
                            .formatted(UntrustedText.quoted(text)));
            return Optional.empty();
        }
        double low = rates.getFirst();
        double high = rates.getLast();
        double middle = Math.sqrt((1 + low) * (1 + high)) - 1;
        String sentence =
                "growth of %s a month, as said".formatted(Format.range(low, high, Format::change));
        return Optional.of(
                new DemandGrowth(
                        new Estimate<>(
                                low == high ? low : Math.clamp(middle, low, high),
                                low,
                                high,
                                List.of(new Ground(Source.DECLARED, sentence)))));
    }

    private Optional<Double> rate(String text, String part) {
        Matcher rate = RATE.matcher(part);
        if (!rate.matches()) {
            requestValues.mistake(
                    GROWTH,
                    PLAIN.matcher(part).matches()
                            ? "%s has no unit. Write it as %s%%."
                                    .formatted(UntrustedText.quoted(text), part)
                            : "%s is no growth a month, such as 8%%, -2%% or 5%%..12%%."
                                    .formatted(UntrustedText.quoted(text)));
            return Optional.empty();
        }
        boolean shrinks = !rate.group("sign").isEmpty() && !rate.group("sign").equals("+");
        double size = Double.parseDouble(rate.group("number")) / 100;
        if (shrinks && size > 1) {
            requestValues.mistake(
                    GROWTH,
                    "%s takes away more than there is. The least is -100%%, when all of it ends."
                            .formatted(UntrustedText.quoted(text)));
            return Optional.empty();
        }
        return Optional.of(shrinks ? 0 - size : size);
    }

    /** Fits a line through the logarithms of successive months by least squares. */
    Optional<History> history(List<String> texts) {
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        List<Double> hours = new ArrayList<>();
        for (String text : texts) {
            if (HOURS.matcher(text.strip()).matches() && Double.parseDouble(text.strip()) > 0) {
                hours.add(Double.valueOf(text.strip()));
            } else {
                requestValues.mistake(
                        HISTORY,
                        "%s is no number of accelerator-hours above nothing."
                                .formatted(UntrustedText.quoted(text)));
            }
        }
        if (texts.size() < LEAST_MONTHS || texts.size() > MOST_MONTHS) {
            requestValues.mistake(
                    HISTORY,
                    "Growth is seen in %d to %d months, the oldest first; here are %d."
                            .formatted(LEAST_MONTHS, MOST_MONTHS, texts.size()));
            return Optional.empty();
        }
        return hours.size() == texts.size() ? Optional.of(fit(hours)) : Optional.empty();
    }

    private static History fit(List<Double> hours) {
        int count = hours.size();
        double middle = (count - 1) / 2.0;
        double mean = hours.stream().mapToDouble(Math::log).average().orElseThrow();
        double across = 0;
        double along = 0;
        for (int i = 0; i < count; i++) {
            across += (i - middle) * (i - middle);
            along += (i - middle) * (Math.log(hours.get(i)) - mean);
        }
        double slope = along / across;
        double left = 0;
        for (int i = 0; i < count; i++) {
            double apart = Math.log(hours.get(i)) - mean - slope * (i - middle);
            left += apart * apart;
        }
        double error = Math.sqrt(left / (count - 2) / across);
        double width = STUDENT[Math.min(count - LEAST_MONTHS, STUDENT.length - 1)] * error;
        var ground =
                new Ground(Source.MEASURED, "growth as in the last %d months".formatted(count));
        return new History(
                Math.exp(mean + slope * (count - 1 - middle)),
                new DemandGrowth(
                        new Estimate<>(
                                Math.expm1(slope),
                                Math.expm1(slope - width),
                                Math.expm1(slope + width),
                                List.of(ground))));
    }
}
