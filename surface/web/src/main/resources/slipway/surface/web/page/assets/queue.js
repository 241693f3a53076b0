/* The order of the queue: rows with the same data-line form one queue and can be reordered by a button or by dragging. The order is stored as positions, lowest first, by the same API call as for every client. The rows before the moved one get a position too, because the scheduler orders rows without one. */
(function () {
  'use strict';
  const { one, all, toast, call } = window.Slipway;
  const line = row => all('tr[data-line]', row.closest('tbody')).filter(other => other.dataset.line === row.dataset.line);

  async function rank(rows, until) {
    for (let at = 0; at <= until; at++) {
      if (Number(rows[at].dataset.rank) === at + 1) continue;
      await call('PUT', '/api/v1/workloads/' + rows[at].dataset.workload + '/rank', { rank: at + 1 });
    }
  }
  async function order(before, after, said) {
    const changed = after.findLastIndex((row, at) => row !== before[at]);
    const ranked = after.findLastIndex(row => Number(row.dataset.rank) > 0);
    if (changed < 0) return;
    try {
      await rank(after, Math.max(changed, ranked));
      after.forEach((row, at) => { if (at <= Math.max(changed, ranked)) row.dataset.rank = at + 1; });
      toast('succeeded', said, '', [['Undo', () => order(after, before, 'Undone.')]]);
    } catch (problem) { toast('failed', problem.problem?.title || 'The order was not changed.', problem.problem?.next || ''); }
    Slipway.refresh?.();
  }
  function move(row, to) {
    const before = line(row), from = before.indexOf(row), after = [...before];
    if (to < 0 || to >= before.length || to === from) return;
    after.splice(from, 1); after.splice(to, 0, row);
    order(before, after, row.dataset.name + ' is now ' + (to === 0 ? 'the first' : 'number ' + (to + 1)) + ' of its line.');
  }

  document.addEventListener('click', event => {
    const button = event.target.closest('[data-move]');
    if (!button || button.getAttribute('aria-disabled') === 'true') return;
    const row = button.closest('tr');
    move(row, line(row).indexOf(row) + Number(button.dataset.move));
  });

  /* dragging with a pointer; islands are replaced, so rows become draggable when the pointer is over them */
  let dragged = null;
  document.addEventListener('pointerover', event => { const grip = event.target.closest?.('.sw-grip'), row = grip?.closest('tr[data-line]'); if (row) row.draggable = true; });
  document.addEventListener('dragstart', event => { dragged = event.target.closest?.('tr[data-line]'); if (dragged) { Slipway.dragging = true; event.dataTransfer.effectAllowed = 'move'; event.dataTransfer.setData('text/plain', dragged.dataset.name); } });
  document.addEventListener('dragover', event => {
    const row = event.target.closest?.('tr[data-line]');
    all('.sw-drop').forEach(other => { if (other !== row) other.classList.remove('sw-drop'); });
    if (!dragged || !row || row.dataset.line !== dragged.dataset.line || row === dragged) return;
    event.preventDefault(); row.classList.add('sw-drop');
  });
  document.addEventListener('drop', event => {
    const row = event.target.closest?.('tr[data-line]');
    if (!dragged || !row || row.dataset.line !== dragged.dataset.line) return;
    event.preventDefault(); move(dragged, line(row).indexOf(row));
  });
  document.addEventListener('dragend', () => { dragged = null; Slipway.dragging = false; Slipway.refresh?.(); all('.sw-drop').forEach(row => row.classList.remove('sw-drop')); });
})();
