package slipway.wire.form;

/** A request or an answer without a body. */
public record Nothing() {

    public static final Nothing NOTHING = new Nothing();
}
