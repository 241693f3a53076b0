/* Forms send JSON to the API, like any other client, so that every change passes the same checks.
   <form class="sw-form" data-call="PUT /api/v1/teams/{team}/members/{user}">: inputs are named after the path parameters or
   the members of the body; empty ones are omitted. data-list: several words; data-whole: a number; data-text: sent even if empty.
   data-done  the text of the toast; {name} is replaced by the input     data-undo  a call that reverts it
   data-ask   the question to confirm first                            data-once  the box for an answer that is shown only once
   data-follow  "tab" or "here": where the browser goes to the address in the answer
   data-then  the next page; {name} is replaced by a member of the answer
   data-command on a <code> shows the equivalent command during input.
   <form data-filter method="get">: a selection is applied immediately, typed text after Enter; empty values are omitted from the address.
   No input is lost: a problem is shown beside its field, and after the end of a session the user signs in again in place. */
(function () {
  'use strict';
  const { one, all, make, icon, toast } = window.Slipway;
  let mark = null;                                                     // the session's CSRF token, required for every change

  /* ---- calling ---- */
  async function csrf(again) {
    if (mark === null || again) {
      const answer = await fetch('/api/v1/me', { headers: { Accept: 'application/json' } });
      mark = answer.ok ? (await answer.json()).csrf || '' : '';
    }
    return mark;
  }

  /* returns the answer or throws the server's problem; if the session has ended, the user signs in and the call is repeated */
  async function call(verb, path, body, key = crypto.randomUUID?.() || String(Math.random()).slice(2)) {
    for (let tried = 0; ; tried++) {
      const headers = { Accept: 'application/json', 'X-CSRF-Token': await csrf(tried > 0) };
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      if (verb === 'POST') headers['Idempotency-Key'] = key;
      const answer = await fetch(path, { method: verb, headers, body: body === undefined ? undefined : JSON.stringify(body) });
      if (answer.status === 204) return {};
      const said = await answer.json().catch(() => ({}));
      if (answer.ok) return said;
      if (said.code === 'csrf-missing' && tried === 0) continue;       // another tab has signed in again: the token has changed
      if (answer.status === 401 && tried < 3) { await signInAgain(); continue; }
      throw Object.assign(new Error(said.title || 'The server answered ' + answer.status + '.'), { problem: said });
    }
  }

  /* ---- signing in again, in place ---- */
  let entering = null;                                                 // a form and the stream may both notice it: one dialog is enough
  function signInAgain() { return entering ||= askAgain().finally(() => { entering = null; }); }
  function askAgain() {
    const dialog = one('.sw-again'), form = one('form', dialog), field = one('[name=token]', dialog), wrong = one('.sw-wrong', dialog), no = one('[data-leave]', dialog);
    fetch('/api/v1/sign-in').then(a => a.json()).then(ways => { one('[data-sso]', dialog).hidden = !ways.single_sign_on; }).catch(() => {});
    return new Promise((done, refuse) => {
      const leave = () => refuse(Object.assign(new Error('Nothing was sent.'), { problem: { title: 'Nothing was sent.', detail: 'You are signed out.', next: 'Sign in again, then send it once more.' } }));
      const back = async () => { if (dialog.open && !document.hidden && await csrf(true)) { end(); done(); } };   // signed in by another tab
      const send = async event => {
        event.preventDefault();
        try {
          await enter(field.value);
          end(); done();
        } catch (problem) { say(wrong, problem); field.focus(); }
      };
      const cancel = event => { event.preventDefault(); end(); leave(); };
      function end() { field.value = ''; wrong.hidden = true; form.removeEventListener('submit', send); dialog.removeEventListener('cancel', cancel); no.removeEventListener('click', cancel); document.removeEventListener('visibilitychange', back); dialog.close(); }
      form.addEventListener('submit', send); dialog.addEventListener('cancel', cancel); no.addEventListener('click', cancel); document.addEventListener('visibilitychange', back);
      dialog.showModal(); field.focus();
    });
  }

  async function enter(token) {
    const answer = await fetch('/api/v1/sessions', { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body: JSON.stringify({ token: token.trim() }) });
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) throw Object.assign(new Error(said.title), { problem: said });
    mark = said.csrf || '';
  }

  const words = problem => problem.problem?.title ? [problem.problem.title, problem.problem.detail, problem.problem.next].filter(Boolean).join(' ') : 'The server does not answer. Nothing was sent; try again.';
  function say(place, problem) { place.textContent = words(problem); place.hidden = false; }

  /* ---- reading a form ---- */
  function typed(form) {
    const parts = {}, body = {};
    const open = [...form.dataset.call.matchAll(/\{([a-z]+)\}/g)].map(found => found[1]);
    for (const field of form.elements) {
      if (!field.name || field.disabled || (/^(radio|checkbox)$/.test(field.type) && !field.checked)) continue;
      if (open.includes(field.name)) { parts[field.name] = field.value.trim(); continue; }
      if (field.type === 'checkbox' && !field.hasAttribute('data-list')) { body[field.name] = true; continue; }
      const value = 'text' in field.dataset ? field.value : field.value.trim();
      if (value === '') continue;
      if (field.type === 'checkbox') (body[field.name] ||= []).push(value);
      else if ('whole' in field.dataset) body[field.name] = /^-?\d+$/.test(value) ? Number(value) : value;
      else if ('list' in field.dataset) body[field.name] = value.split(/[\s,]+/).filter(Boolean);
      else if ('truth' in field.dataset) body[field.name] = value === 'true';
      else body[field.name] = value;
    }
    return { parts, body };
  }
  const filled = (text, values) => text.replace(/\{([a-z_]+)\}/g, (_, name) => values[name] ?? '');
  const path = (form, parts) => form.dataset.call.split(' ')[1].replace(/\{([a-z]+)\}/g, (_, name) => encodeURIComponent(parts[name] || '-'));

  /* ---- mistakes beside their fields ---- */
  function clear(form) {
    all('.sw-field-error', form).forEach(node => node.remove());
    all('[aria-invalid]', form).forEach(node => { node.removeAttribute('aria-invalid'); node.removeAttribute('aria-describedby'); });
    const wrong = one('.sw-wrong', form);
    if (wrong) wrong.hidden = true;
  }
  const sentence = (field, text) => text.startsWith('not ') ? '“' + field.value.slice(0, 60) + '” is ' + text : text;
  function show(form, problem) {
    const rest = [];
    for (const mistake of problem.problem?.mistakes || []) {
      const name = (mistake.member || '').split(/[.[]/)[0];
      const field = name && form.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden])`);
      if (!field) { rest.push(mistake.member ? mistake.member + ': ' + mistake.text : mistake.text); continue; }
      const id = 'wrong-' + form.id + '-' + name;
      field.setAttribute('aria-invalid', 'true'); field.setAttribute('aria-describedby', id);
      field.closest('.sw-field').append(make('span', { className: 'sw-field-error', id }, icon('i-x'), sentence(field, mistake.text)));
    }
    const wrong = one('.sw-wrong', form);
    const beside = (problem.problem?.mistakes || []).length > rest.length;
    if (wrong && (!beside || rest.length)) { wrong.textContent = beside ? rest.join(' ') : words(problem); wrong.hidden = false; }
    one('[aria-invalid]', form)?.focus();
  }

  /* ---- sending ---- */
  async function send(form) {
    const { parts, body } = typed(form);
    const verb = form.dataset.call.split(' ')[0];
    const values = { ...parts, ...body };
    clear(form);
    if (form.dataset.ask && !await ask(filled(form.dataset.ask, values), form.dataset.word)) return;
    const buttons = all('button', form);
    buttons.forEach(button => { button.disabled = true; });
    const tab = form.dataset.follow === 'tab' ? window.open('', '_blank') : null;   // at once, while the click allows it
    try {
      const answer = await call(verb, path(form, parts), 'empty' in form.dataset || verb === 'DELETE' ? undefined : body);
      if ('follow' in form.dataset) { follow(answer.address, tab); return; }
      form.closest('dialog')?.close();
      once(form, answer);
      done(form, values, answer);
      form.reset();
    } catch (problem) { tab?.close(); show(form, problem); if (!one('.sw-wrong', form)) { toast('failed', problem.problem?.title || 'Nothing was changed.', problem.problem?.title ? [problem.problem.detail, problem.problem.next].filter(Boolean).join(' ') : words(problem)); Slipway.refresh?.(); } }
    finally { buttons.forEach(button => { button.disabled = false; }); }
  }
  /* the new page must not reach this one */
  function follow(address, tab) {
    if (!tab) { location.href = address; return; }
    tab.opener = null;
    tab.location.replace(address);
  }
  function done(form, values, answer) {
    const then = form.dataset.then && filled(form.dataset.then, answer);
    const next = form.dataset.undo ? [['Undo', () => takeBack(form, values)]] : then ? [['Open it', () => { location.href = then; }]] : [];
    if (form.dataset.done) toast('succeeded', filled(form.dataset.done, values), '', next);
    Slipway.refresh?.();
  }
  async function takeBack(form, values) {
    const [verb, where] = filled(form.dataset.undo, values).split(' ');
    try {
      await call(verb, where, form.dataset.undoBody ? JSON.parse(filled(form.dataset.undoBody, values)) : undefined);
      toast('succeeded', 'Undone.');
      Slipway.refresh?.();
    } catch (problem) { toast('failed', 'It was not undone.', words(problem)); }
  }
  /* an answer that is shown only once: its box is filled and stays until the user leaves the page */
  function once(form, answer) {
    const box = form.dataset.once && document.getElementById(form.dataset.once);
    if (!box) return;
    all('[data-answer]', box).forEach(node => { node.textContent = String(answer[node.dataset.answer] ?? ''); });
    box.hidden = false;
    box.scrollIntoView({ block: 'center' });
    one('button', box)?.focus();
  }

  /* ---- confirmation ---- */
  function ask(question, word = 'Continue') {
    const dialog = make('dialog', { className: 'sw-dialog', ariaLabel: 'Are you sure?' });
    const no = make('button', { className: 'btn', type: 'button', textContent: 'Keep it' }), yes = make('button', { className: 'btn btn-danger', type: 'button', textContent: word });
    dialog.append(make('div', { className: 'sw-form' }, make('p', { className: 'sw-ask', textContent: question }), make('div', { className: 'sw-actions sw-end' }, no, yes)));
    document.body.append(dialog);
    return new Promise(answer => {
      let said = false;
      yes.addEventListener('click', () => { said = true; dialog.close(); });
      no.addEventListener('click', () => dialog.close());
      dialog.addEventListener('close', () => { dialog.remove(); answer(said); });
      dialog.showModal(); no.focus();
    });
  }

  /* the equivalent command during input, quoted for a shell */
  const quoted = text => /^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
  function mirror(form) {
    const code = one('code[data-command]', form);
    if (!code) return;
    const { parts, body } = typed(form);
    const values = { ...parts, ...body };
    code.textContent = code.dataset.command.replace(/\s*\[([^\]]*)\]/g, (_, option) => { const name = /\{([a-z_]+)\}/.exec(option)?.[1]; return !name || values[name] === undefined ? '' : ' ' + option; })
      .replace(/\{([a-z_]+)\}/g, (_, name) => values[name] === undefined ? name.toUpperCase() : quoted(String(values[name])));
  }

  document.addEventListener('submit', event => {
    const form = event.target.closest('form[data-call]');
    if (form) { event.preventDefault(); send(form); }
  });
  document.addEventListener('change', event => {                       // the owner of the token decides which call creates it
    const chosen = event.target.matches?.('[data-choose-call]') && event.target.selectedOptions[0];
    if (!chosen) return;
    event.target.form.dataset.call = chosen.value;
    const code = one('code[data-command]', event.target.form);
    if (code) code.dataset.command = chosen.dataset.command;
  });
  for (const kind of ['input', 'change']) document.addEventListener(kind, event => {
    const form = event.target.closest?.('form[data-call]') || event.target.querySelector?.('form[data-call]');
    if (form) mirror(form);
  });

  /* ---- filters: the same page with another query ---- */
  document.addEventListener('change', event => {
    const form = event.target.closest?.('form[data-filter]');
    if (form && event.target.matches('select, [type=date], [type=search]')) form.requestSubmit();
  });
  document.addEventListener('submit', event => {
    const form = event.target.closest('form[data-filter]');
    if (!form) return;
    event.preventDefault();
    const wanted = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim() !== ''));
    location.href = form.getAttribute('action') + (wanted.size ? '?' + wanted : '');
  });

  /* ---- signing in and out ---- */
  const door = one('[data-sign-in]');
  door?.addEventListener('submit', async event => {
    event.preventDefault();
    const wrong = one('.sw-wrong', door), field = one('[name=token]', door), button = one('[type=submit]', door);
    wrong.hidden = true; button.disabled = true;
    try { await enter(field.value); location.replace(door.dataset.to); }
    catch (problem) { say(wrong, problem); field.setAttribute('aria-invalid', 'true'); field.focus(); button.disabled = false; }
  });
  document.addEventListener('click', async event => {
    if (!event.target.closest('[data-sign-out]')) return;
    try { await call('DELETE', '/api/v1/sessions/current'); } catch { /* signed out already */ }
    location.href = '/login';
  });

  Object.assign(window.Slipway, { call, ask, signInAgain });
})();
