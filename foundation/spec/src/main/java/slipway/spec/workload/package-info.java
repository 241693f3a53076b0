/**
 * What a person writes to have something run: a YAML file, the same as JSON, a script with {@code #SBATCH} lines, or
 * nothing but {@code slipway run train.py}.
 *
 * <p>Words: a <em>spec</em> is what was asked for, with every default filled in; an <em>alternative</em> is one of
 * several accelerators that would do; a <em>directive</em> is an option on a {@code #SBATCH} line; a
 * <em>remark</em> says what was left out of a script although nothing is wrong with it.
 *
 * <p>Front door: {@link slipway.spec.workload.WorkloadSpec}. The keys are the words of the published JSON Schema, so
 * the YAML file, the JSON of the API and the frozen {@code spec.json} of an attempt are one format.
 *
 * <p>Invariant: a spec that was read holds no contradiction, and written as JSON and read again it is the same. What
 * does not fit is told all at once, each mistake with its line.
 */
@NullMarked
package slipway.spec.workload;

import org.jspecify.annotations.NullMarked;
