/* A live log: new lines arrive as a stream and are appended. It scrolls to its end until the user scrolls up or presses pause. The
   search filters the lines of the page; Enter searches the whole stored log on the server. The page keeps a limited number of lines;
   the command line prints all. A hidden tab closes its stream and resumes it later. */
(function () {
  'use strict';
  const { one, all, make } = window.Slipway;
  const panel = one('[data-log]');
  if (!panel) return;
  const box = one('.sw-log', panel), list = one('[data-log-lines]', box), results = one('[data-log-found]', box);
  const state = one('[data-log-state]', panel), find = one('[data-log-find]', panel), pause = one('[data-log-pause]', panel);
  const MOST = 5000, FOUND = 500, EVERY = 1000;
  let next = Number(panel.dataset.next), open = 'open' in panel.dataset, paused = false, over = !('follows' in panel.dataset), stream = null, retry = null, wait = EVERY;

  const atEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight < 24;
  const toEnd = () => { box.scrollTop = box.scrollHeight; };
  const shows = row => !find?.value || row.textContent.toLowerCase().includes(find.value.toLowerCase());

  function add(text) {
    const follow = atEnd() && !paused;
    const lines = text.split('\n');
    one('.sw-log-none', box)?.remove();
    const rows = document.createDocumentFragment();
    lines.forEach((line, at) => {
      if (at === 0 && open && list.lastElementChild) list.lastElementChild.textContent += line;    // the rest of a split line
      else if (at < lines.length - 1 || line !== '') { const row = make('li', { textContent: line }); row.hidden = !shows(row); rows.append(row); }
    });
    list.append(rows);
    open = lines.at(-1) !== '';
    while (list.childElementCount > MOST) list.firstElementChild.remove();
    if (follow) toEnd();
  }
  function say(words) { const text = 'of attempt ' + panel.dataset.attempt + ', ' + words; if (state.textContent !== text) state.textContent = text; }
  const following = () => say(paused ? 'paused' : 'following');

  /* ---- the stream ---- */
  function listen() {
    clearTimeout(retry);
    if (over || stream || paused || document.hidden) return;
    stream = new EventSource(panel.dataset.log + '?' + new URLSearchParams({ attempt: panel.dataset.attempt, rank: panel.dataset.rank, from: next }));
    stream.onopen = () => { wait = EVERY; following(); };
    stream.addEventListener('log', event => {
      const part = JSON.parse(event.data);
      next = part.next;
      if (part.text) add(part.text);
      if (part.complete) { over = true; deaf(); say('complete'); pause?.remove(); }
    });
    /* reconnects explicitly from the current position, also after a restart of the server */
    stream.onerror = () => { deaf(); if (over) return; say('not reachable'); wait = Math.min(wait * 2, 15000); retry = setTimeout(listen, wait); };
  }
  function deaf() { stream?.close(); stream = null; clearTimeout(retry); }

  /* ---- the search ---- */
  const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  function lines(which) { list.hidden = which !== list; results.hidden = which !== results; }
  async function search() {
    if (!find.value) return;
    const query = { pattern: '(?i)' + escaped(find.value), attempt: panel.dataset.attempt, rank: panel.dataset.rank, limit: 200 }, found = [];
    say('searching');
    try {
      for (let after = ''; after !== null && found.length < FOUND;) {
        const answer = await fetch(panel.dataset.log + '/lines?' + new URLSearchParams(after ? { ...query, after } : query), { headers: { Accept: 'application/json' } });
        if (!answer.ok) throw new Error(answer.status);
        const page = await answer.json();
        found.push(...page.items);
        after = page.next ?? null;
      }
    } catch { say('not reachable'); return; }
    results.replaceChildren(...found.map(line => make('li', { textContent: line.text })));
    lines(results);
    say((found.length >= FOUND ? 'the first ' : '') + found.length + (found.length === 1 ? ' line' : ' lines') + ' of the whole log; Escape goes back');
    box.scrollTop = 0;
  }
  function back() { lines(list); if (over) say('complete'); else following(); toEnd(); }

  find?.addEventListener('input', () => { if (!results.hidden) back(); all('li', list).forEach(row => { row.hidden = !shows(row); }); if (!find.value) toEnd(); });
  find?.addEventListener('keydown', event => {
    if (event.key === 'Enter') { event.preventDefault(); search(); }
    if (event.key === 'Escape' && !results.hidden) { event.preventDefault(); back(); }
  });
  pause?.addEventListener('click', () => {
    paused = !paused;
    pause.setAttribute('aria-pressed', String(paused));
    pause.setAttribute('aria-label', paused ? 'Resume following' : 'Stop following');
    following();
    if (paused) deaf(); else { toEnd(); listen(); }
  });
  document.addEventListener('visibilitychange', () => { if (document.hidden) deaf(); else listen(); });
  addEventListener('pagehide', deaf);

  /* reloads the page when the workload gets its first attempt, whose log it then follows */
  if (panel.dataset.attempt === '0') {
    const wait = setInterval(() => { if (one('#workload-attempts tbody tr')) { clearInterval(wait); location.reload(); } }, EVERY);
  } else listen();
  toEnd();
})();
