package connlab.run;

import java.util.Locale;

/** What a comparison comes to, in one sentence. */
record Verdict(String first, String second, Ratio rate, Ratio median, Comparison.Both open) {
    String sentence() {
        return rates() + medians() + connections();
    }

    private String rates() {
        return switch (rate.finding()) {
            case HIGHER ->
                    "%s answers %s times as many requests as %s"
                            .formatted(first, span(rate), second);
            case LOWER ->
                    "%s answers %s times as many requests as %s"
                            .formatted(second, span(rate.inverted()), first);
            case TIE ->
                    "%s and %s answer equally many requests, within 3 %%".formatted(first, second);
            case CANNOT_TELL ->
                    String.format(
                            Locale.ROOT,
                            "cannot tell: less than %.0f %% apart",
                            Math.ceil(rate.percentAtMost()));
        };
    }

    /**
     * At a fixed rate of arrival both answer the same number, and the difference is in the time.
     */
    private String medians() {
        if (rate.differs() || !median.differs()) {
            return "";
        }
        boolean slower = median.finding() == Ratio.Finding.HIGHER;
        return "; at the median a trial on %s takes %s times as long as on %s"
                .formatted(
                        slower ? first : second,
                        span(slower ? median : median.inverted()),
                        slower ? second : first);
    }

    private String connections() {
        Double one = open.first();
        Double other = open.second();
        if (one == null || other == null || Math.round(one) == Math.round(other)) {
            return "";
        }
        boolean swapped = rate.finding() == Ratio.Finding.LOWER;
        String holds = rate.differs() ? " and holds " : "; " + first + " holds ";
        return holds
                + Math.round(swapped ? other : one)
                + " connections instead of "
                + Math.round(swapped ? one : other);
    }

    private static String span(Ratio ratio) {
        return String.format(Locale.ROOT, "%.2f to %.2f", ratio.low(), ratio.high());
    }
}
