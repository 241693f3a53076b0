package slipway.base;

/** An enum constant whose name in files and the API differs from its name in the source. */
public interface WireNamed {

    String wireName();
}
