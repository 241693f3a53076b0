/* A log that grows: what comes after the lines of the page is asked for at the API, and added. It follows its end until somebody scrolls
   up or presses pause; a search shows only lines with those words. A page keeps so many lines; the command line has all of them. */
(function () {
  'use strict';
  const { one, all, make } = window.Slipway;
  const panel = one('[data-log]');
  if (!panel) return;
  const box = one('.sw-log', panel), list = one('ol', box), state = one('[data-log-state]', panel), find = one('[data-log-find]', panel), pause = one('[data-log-pause]', panel);
  const MOST = 5000, EVERY = 1000, STEERS = /\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
  let next = Number(panel.dataset.next), open = false, paused = false, failed = 0;

  const atEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight < 24;
  const toEnd = () => { box.scrollTop = box.scrollHeight; };
  const shows = row => !find?.value || row.textContent.toLowerCase().includes(find.value.toLowerCase());
  const plain = line => { const ended = line.endsWith('\r') ? line.slice(0, -1) : line; return ended.slice(ended.lastIndexOf('\r') + 1).replace(STEERS, ''); };

  function add(text) {
    const follow = atEnd() && !paused;
    const lines = text.split('\n');
    one('.sw-log-none', box)?.remove();
    lines.forEach((line, at) => {
      if (at === 0 && open && list.lastElementChild) list.lastElementChild.textContent += plain(line);    // the rest of a line that was cut
      else if (at < lines.length - 1 || line !== '') { const row = make('li', { textContent: plain(line) }); row.hidden = !shows(row); list.append(row); }
    });
    open = lines.at(-1) !== '';
    while (list.childElementCount > MOST) list.firstElementChild.remove();
    if (follow) toEnd();
  }
  function say(words) { const text = 'of attempt ' + panel.dataset.attempt + ', ' + words; if (state.textContent !== text) state.textContent = text; }

  async function read() {
    if (document.hidden || paused) return setTimeout(read, EVERY);
    try {
      const query = new URLSearchParams({ attempt: panel.dataset.attempt, rank: panel.dataset.rank, from: next });
      const answer = await fetch(panel.dataset.log + '?' + query, { headers: { Accept: 'application/json' } });
      if (!answer.ok) throw new Error(answer.status);
      const part = await answer.json();
      failed = 0;
      if (part.text) add(part.text);
      const more = part.next > next;
      next = part.next;
      if (part.complete) { say('complete'); pause?.remove(); return; }
      say(paused ? 'paused' : 'following');
      setTimeout(read, more ? 50 : EVERY);
    } catch { failed++; say('not reachable'); setTimeout(read, Math.min(EVERY * 2 ** failed, 15000)); }
  }

  find?.addEventListener('input', () => { all('li', list).forEach(row => { row.hidden = !shows(row); }); if (!find.value) toEnd(); });
  pause?.addEventListener('click', () => {
    paused = !paused;
    pause.setAttribute('aria-pressed', String(paused));
    pause.setAttribute('aria-label', paused ? 'Go on following' : 'Stop following');
    say(paused ? 'paused' : 'following');
    if (!paused) toEnd();
  });
  /* a workload without an attempt gets one: then this page has a log to follow */
  if (panel.dataset.attempt === '0') {
    const wait = setInterval(() => { if (one('#workload-attempts tbody tr')) { clearInterval(wait); location.reload(); } }, EVERY);
  } else if ('follows' in panel.dataset) read();
  toEnd();
})();
