package slipway.simulate.report;

/** A finding as a page with charts. */
public final class Page {

    private Page() {}

    public static String of(Finding finding, String version) {
        return finding.trace() + version;
    }
}
