/* Reads one question per line, [form, value, ...], and writes what say.js answers. */
require(process.argv[2]);
const lines = require('fs').readFileSync(0, 'utf8').trim().split('\n');
process.stdout.write(lines.map(line => { const [form, ...values] = JSON.parse(line); return globalThis.Say[form](...values); }).join('\n') + '\n');
