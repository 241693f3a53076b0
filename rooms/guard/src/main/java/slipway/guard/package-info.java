/**
 * Who may come in, and what may be proved afterwards.
 *
 * <p>Words: a <em>user</em> is a person or a service account; a <em>team</em> stands in a tree whose root is {@code
 * all}; a <em>role</em> in a team holds in every team below it; a <em>token</em> lets its bearer in as its user, a
 * <em>session</em> does the same for a browser; a <em>scope</em> cuts a token down; a <em>secret</em> is a value that
 * can be replaced and used but never read; a <em>visitor</em> is whoever stands at the door, recognised.
 */
@NullMarked
package slipway.guard;

import org.jspecify.annotations.NullMarked;
