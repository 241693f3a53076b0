/**
 * Every route as data: its method and path, who may come through it, what is sent and what is answered.
 */
@NullMarked
package slipway.wire;

import org.jspecify.annotations.NullMarked;
