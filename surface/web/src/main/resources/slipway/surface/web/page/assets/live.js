/* Islands: a part of the page with an id and data-live="topic ..." is fetched again after an event of its topic.
   The topic pulse is for data that changes without events, such as measurements: it is fetched again every few seconds.
   data-about="id" beside it: only events about this object count. A page is fetched at most once a second, and not during dragging.
   data-steady keeps a list unchanged under the pointer: new rows wait behind a button.
   Each visible tab has one stream of changed topics; a hidden tab closes it (a browser opens only six connections to a server).
   The indicator is Live, Late after 10 s of silence, Reconnecting after 30 s; then a banner shows the age of the page until it reconnects. */
(function () {
  'use strict';
  const { one, all, make, icon } = window.Slipway;
  const LATE = 10000, LOST = 30000, GATHER = 250, LEAST = 1000, PULSE = 5000;
  const light = one('.sw-live'), banner = one('.sw-banner');
  if (!light) return;
  let stream = null, heard = Date.now(), lost = false, waiting = new Set(), timer = null, retry = null, wait = 1000, subjects = new Set(), anybody = false, fetched = 0, followed = '';

  /* ---- the stream ---- */
  function open() {
    clearTimeout(retry); retry = null;
    stream?.close();
    followed = topics();
    stream = new EventSource('/live?topics=' + followed);
    stream.addEventListener('welcome', event => { hear(); version(JSON.parse(event.data).version); if (lost) heal(); });
    stream.addEventListener('beat', hear);
    stream.addEventListener('change', event => { hear(); const { topics, about } = JSON.parse(event.data); changed(topics, about); });
    stream.addEventListener('end', event => JSON.parse(event.data).reason === 'revoked' ? signIn() : broken());
    stream.onerror = broken;
  }
  /* the topics of the islands; a page without islands follows none, and hears only that the server is there */
  const topics = () => [...new Set(all('[data-live][id]').flatMap(island => island.dataset.live.split(' ')))].sort().join(',') || 'none';
  function close() { stream?.close(); stream = null; clearTimeout(retry); retry = null; }
  function signIn() { close(); retry = 'signing in'; Slipway.signInAgain?.().then(open, () => {}); }
  /* a plain request tells whether the server is down or the user is signed out */
  async function broken() {
    close();
    lost = true;
    try {
      const answer = await fetch('/live', { headers: { Accept: 'application/json' } });
      if (answer.status === 401) { signIn(); return; }
    } catch { /* the server does not answer */ }
    wait = Math.min(wait * 1.6, 5000);
    retry = setTimeout(open, wait);
    look();
  }
  function hear() { heard = Date.now(); wait = 1000; look(); }
  function heal() { lost = false; refresh(); }
  function version(now) {
    if (document.body.dataset.version !== now) Slipway.toast('idle', 'Slipway is now ' + now + '.', 'This page is of ' + document.body.dataset.version + '.', [['Load it again', () => location.reload()]]);
  }

  /* ---- the indicator and the banner ---- */
  const clock = time => new Date(time).toLocaleTimeString('en-GB');
  function look() {
    const silent = Date.now() - heard;
    const state = silent >= LOST ? 'off' : silent >= LATE || (lost && !stream) ? 'late' : 'on';
    if (light.dataset.link !== state) {
      light.dataset.link = state;
      light.firstElementChild.textContent = { on: 'Live', late: 'Late', off: 'Reconnecting' }[state];
    }
    light.title = 'Events arrive as they happen; the last sign ' + Math.round(silent / 1000) + ' s ago';
    const shown = silent >= LATE && (state === 'off' || lost);
    if (!shown) { banner.hidden = true; return; }
    const text = make('span', {}, make('b', { textContent: 'No events for ' + Math.round(silent / 1000) + ' s. ' }), 'What you see is from ' + clock(heard) + '. It is tried again every few seconds.');
    if (banner.hidden || !one('button', banner)) {
      const now = make('button', { className: 'btn btn-sm', type: 'button', textContent: 'Try now' });
      now.addEventListener('click', open);
      banner.replaceChildren(icon('i-alert-triangle'), text, now);
      banner.hidden = false;
    } else one('span', banner).replaceWith(text);
  }

  /* ---- islands ---- */
  function changed(topics, about) {
    topics.forEach(topic => waiting.add(topic));
    if (about) about.forEach(one => subjects.add(one)); else anybody = true;
    timer ||= setTimeout(due, Math.max(GATHER, fetched + LEAST - Date.now()));
  }
  function due() {
    timer = null;
    if (Slipway.dragging) { timer = setTimeout(due, LEAST); return; }
    const topics = waiting, about = subjects, all = anybody;
    waiting = new Set(); subjects = new Set(); anybody = false;
    const concerns = island => all || !island.dataset.about || about.has(island.dataset.about);
    fetchAgain(island => island.dataset.live.split(' ').some(topic => topics.has(topic)) && concerns(island));
  }
  const refresh = () => fetchAgain(() => true);
  async function fetchAgain(wanted) {
    const islands = all('[data-live][id]').filter(wanted);
    if (!islands.length || document.hidden) return;
    fetched = Date.now();
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
      if (!answer.ok || answer.redirected) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      islands.forEach(island => { const next = fresh.getElementById(island.id); if (next) swap(island, next); });
      if (stream && topics() !== followed) open();
    } catch { /* the stream reports it */ }
  }
  /* an island with a focused field or an open dialog is not replaced until it loses focus */
  function swap(island, next, asked = false) {
    const unfolded = all('details', island).map(details => details.open);
    all('details', next).forEach((details, at) => { details.open = unfolded[at] ?? details.open; });
    if (island.innerHTML === next.innerHTML) return;
    if (!asked && 'steady' in island.dataset && held(island, next)) return;
    const busy = island.contains(document.activeElement) && document.activeElement.matches('input, select, textarea') || one('dialog[open]', island);
    if (busy) { island.addEventListener('focusout', () => setTimeout(refresh, 0), { once: true }); return; }
    const at = island.contains(document.activeElement) ? document.activeElement.dataset.key || document.activeElement.id : '';
    const before = new Map(all('[data-key]', island).map(node => [node.dataset.key, node.textContent]));
    island.replaceChildren(...next.childNodes);
    all('[data-key]', island).forEach(node => {
      if (before.get(node.dataset.key) === node.textContent) return;
      node.classList.add('sw-changed');
      setTimeout(() => node.classList.remove('sw-changed'), 1200);
    });
    if (at) (document.getElementById(at) || island.querySelector(`[data-key="${CSS.escape(at)}"]`))?.focus();
    window.Charts?.scan?.(island);
  }

  /* data-steady: a list (rows with data-row) that does not change under the pointer. While the pointer is over it, a row has focus, or
     the page is scrolled down, new rows wait behind a button with their number. */
  function held(island, next) {
    const busy = island.matches(':hover') || island.contains(document.activeElement) || island.getBoundingClientRect().top < 0;
    const known = new Set(all('[data-row]', island).map(row => row.dataset.row));
    const fresh = all('[data-row]', next).filter(row => !known.has(row.dataset.row)).length;
    if (!busy || !fresh) return false;
    const button = one('.sw-fresh', island) || make('button', { className: 'btn btn-sm sw-fresh', type: 'button' });
    button.textContent = fresh + ' new';
    button.onclick = () => { button.remove(); swap(island, next, true); one('[data-row] a', island)?.focus(); };
    if (!button.isConnected) island.prepend(button);
    return true;
  }

  /* updates relative times such as "41 s ago"; the exact time is in the element */
  function age() {
    for (const time of all('time[data-ago]')) {
      const seconds = Math.round((Date.now() - Date.parse(time.dateTime)) / 1000);
      if (seconds >= 1 && seconds < 3600) time.textContent = Format.duration(seconds) + ' ago';
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) { close(); return; }
    open(); refresh();
  });
  addEventListener('pagehide', close);
  setInterval(() => { if (!document.hidden) { look(); age(); } }, 1000);
  setInterval(() => { if (!document.hidden && !lost) changed(['pulse']); }, PULSE);
  Slipway.refresh = refresh;
  if (!document.hidden) open();
})();
