/* Runs axe-core, which is in the page already, and says each violation as one sentence with its place and what would help.
   rules: which to check, none for all. */
async rules => {
  const only = rules.length ? { runOnly: { type: 'rule', values: rules } } : {};
  const found = await axe.run(document, { resultTypes: ['violations'], ...only });
  return found.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id} (${rule.impact}) at ${node.target.join(' ')}: ${rule.help}. ${node.failureSummary.replace(/\s+/g, ' ')}`));
}
