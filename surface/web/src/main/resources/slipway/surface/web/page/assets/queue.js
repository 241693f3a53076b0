/* The place in a line: rows with data-line of the same value stand in one line, and change their places by a button or by dragging.
   A place is kept as a rank, least first, by the call that every client uses; whoever stands before the moved one gets a rank too,
   because those that nobody ranked stand where the scheduler puts them. */
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
      toast('succeeded', said, '', [['Undo', () => order(after, before, 'Taken back.')]]);
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

  /* dragging, for those who have a pointer; islands come anew, so rows are made draggable when one points at them */
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
