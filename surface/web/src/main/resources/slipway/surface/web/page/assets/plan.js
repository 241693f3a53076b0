/* Submits <form data-plan> when a field changes: fetches the page of the new address and replaces the answer, the command and the
   notes beside the fields. The address is updated. Without this script the form is submitted normally. */
(function () {
  'use strict';
  const { one, all } = window.Slipway;
  const form = one('form[data-plan]'), answer = one('#plan-answer');
  if (!form || !answer) return;
  let asked = null;

  function address() {
    const wanted = [...new FormData(form)].filter(([, value]) => value.trim() !== '');
    const ticks = all('input[type=checkbox]', form);
    const kept = ticks.every(tick => tick.checked) ? wanted.filter(([name]) => !ticks.some(tick => tick.name === name)) : wanted;
    const query = new URLSearchParams(kept.map(([name, value]) => [name, value.trim()]));
    return form.getAttribute('action') + (query.size ? '?' + query : '');
  }

  async function ask() {
    const there = address();
    if (there === location.pathname + location.search) return;
    asked?.abort();
    const mine = asked = new AbortController();
    answer.setAttribute('aria-busy', 'true');
    try {
      const came = await fetch(there, { headers: { Accept: 'text/html' }, signal: mine.signal });
      if (came.redirected || !came.ok) { location.href = there; return; }
      show(new DOMParser().parseFromString(await came.text(), 'text/html'));
      history.replaceState(null, '', there);
    } catch (problem) {
      if (problem.name !== 'AbortError') Slipway.toast('failed', 'The server does not answer.', 'The page shows the previous answer.');
    } finally { if (asked === mine) answer.removeAttribute('aria-busy'); }
  }

  function show(page) {
    for (const beside of all('[data-beside]', form)) {
      const next = page.getElementById(beside.id), field = beside.parentElement.querySelector('input, select');
      if (!next) continue;
      beside.replaceChildren(...next.childNodes);
      const wrong = one('.sw-field-error', beside);
      if (wrong) { field.setAttribute('aria-invalid', 'true'); field.setAttribute('aria-describedby', wrong.id); }
      else { field.removeAttribute('aria-invalid'); field.removeAttribute('aria-describedby'); }
    }
    one('#plan-command').replaceChildren(...page.getElementById('plan-command').childNodes);
    answer.replaceChildren(...page.getElementById('plan-answer').childNodes);
    window.Charts?.scan?.(answer);
    document.dispatchEvent(new CustomEvent('planned'));
  }

  form.addEventListener('change', ask);
  form.addEventListener('submit', event => { event.preventDefault(); ask(); });

  /* the typed command replaces the one in the spec */
  document.addEventListener('input', event => {
    if (!event.target.matches?.('[data-spec-run]')) return;
    const spec = one('textarea[name=spec]', event.target.form);
    spec.value = spec.value.replace(/^run: .*$/m, () => 'run: ' + JSON.stringify(event.target.value));
  });
})();
