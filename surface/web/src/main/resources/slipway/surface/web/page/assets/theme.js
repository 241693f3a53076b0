/* Light or dark, before the first paint: loaded in the head without defer. Also where the browser is, for the server's times. */
(function () {
  'use strict';
  const root = document.documentElement;
  const kept = (() => { try { return localStorage.getItem('theme'); } catch { return null; } })();
  root.dataset.bsTheme = kept || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) document.cookie = 'slipway_zone=' + zone.replaceAll('/', '.') + '; path=/; max-age=31536000; SameSite=Lax';
})();
