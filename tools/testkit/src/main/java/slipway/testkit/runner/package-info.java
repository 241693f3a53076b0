/**
 * Runs the tests of all modules side by side: {@code ./slipway test}. Maven compiles; this package finds the compiled
 * tests, sorts them into lanes, and gives each lane of a module its own Java process, which asks for one class after
 * the other. Lanes that wait (Slurm, databases, other processes) run beside lanes that compute.
 *
 * <p>Terms: a <em>lane</em> says what a test needs besides the processor, from its JUnit tag; a <em>queue</em> holds
 * the test classes of one module and lane; a <em>worker</em> is a process that runs classes of one queue.
 *
 * <p>Entry point: {@link slipway.testkit.runner.TestRunner}; workers start at {@link
 * slipway.testkit.runner.TestWorker}.
 *
 * <p>Invariant: every test class that was compiled is run once, or named as not run with the reason.
 */
@NullMarked
package slipway.testkit.runner;

import org.jspecify.annotations.NullMarked;
