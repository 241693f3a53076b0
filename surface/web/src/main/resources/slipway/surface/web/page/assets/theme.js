/* Sets the light or dark theme before the first paint: loaded in the head without defer. Also stores the browser's time zone in a cookie for the server. */
(function () {
  'use strict';
  const root = document.documentElement;
  const kept = (() => { try { return localStorage.getItem('theme'); } catch { return null; } })();
  root.dataset.bsTheme = kept || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) document.cookie = 'slipway_zone=' + zone.replaceAll('/', '.') + '; path=/; max-age=31536000; SameSite=Lax';
})();
