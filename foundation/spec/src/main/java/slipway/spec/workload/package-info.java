/**
 * The spec of a workload: a YAML file, the same as JSON, a script with {@code #SBATCH} lines, or
 * nothing but {@code slipway run train.py}.
 *
 * <p>Terms: a <em>spec</em> is a request with all defaults filled in; an <em>alternative</em> is one of several
 * acceptable accelerators; a <em>directive</em> is an option on a {@code #SBATCH} line; a <em>remark</em> reports
 * the outcome of a directive.
 *
 * <p>Entry point: {@link slipway.spec.workload.WorkloadSpec}. The keys are the words of the published JSON Schema, so
 * the YAML file, the JSON of the API and the frozen {@code spec.json} of an attempt are one format.
 *
 * <p>Invariant: a spec that was read holds no contradiction, and written as JSON and read again it is the same.
 * All mistakes are reported at once, each with its line.
 */
@NullMarked
package slipway.spec.workload;

import org.jspecify.annotations.NullMarked;
