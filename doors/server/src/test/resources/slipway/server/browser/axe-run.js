/* Runs axe-core, which is in the page already, and says each violation as one sentence with its place and what would help. */
async () => {
  const found = await axe.run(document, { resultTypes: ['violations'] });
  return found.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id} (${rule.impact}) at ${node.target.join(' ')}: ${rule.help}. ${node.failureSummary.replace(/\s+/g, ' ')}`));
}
