/**
 * {@code slipway doctor}: checks this machine and the data of the server, and reports fixes.
 *
 * <p>Terms: a <em>check</em> examines one thing; a <em>finding</em> is its result with a grade: <em>ok</em>,
 * <em>warn</em> (works, but not as intended) or <em>fail</em> (does not work, or will stop working soon). Every check
 * has a help page, {@code doctor/<name>}.
 *
 * <p>Entry point: {@link slipway.server.doctor.Doctor}. A new check is one class and one line there.
 *
 * <p>Invariant: checks change nothing. They take no lock from a running server, migrate nothing, and delete the files
 * that they write.
 */
@NullMarked
package slipway.server.doctor;

import org.jspecify.annotations.NullMarked;
