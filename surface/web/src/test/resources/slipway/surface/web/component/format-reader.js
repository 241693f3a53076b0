/* Reads a call per line, [function, argument, ...], and writes the results of format.js. */
require(process.argv[2]);
const lines = require('fs').readFileSync(0, 'utf8').trim().split('\n');
process.stdout.write(lines.map(line => { const [form, ...values] = JSON.parse(line); return globalThis.Format[form](...values); }).join('\n') + '\n');
