package slipway.base;

/** A constant that people and scripts write in another way than its name in the source. */
public interface WireNamed {

    String wireName();
}
