/* Formats numbers, units and times in the browser by the rules of slipway.base.text.Format and TimeFormat, in the same order. A test compares both. Times are in the browser's zone, which the server reads from a cookie. */
(function () {
  'use strict';
  const GAP = '\u202f', MINUS = '\u2212';                             // a narrow no-break space; a minus sign
  const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const DOLLARS = { symbol: '$', places: 2 };

  /* ---- numbers: the decimal point is moved in the text, because 0.07 * 100 is not exactly 7; half is rounded away from zero ---- */
  const moved = (v, by) => { const [digits, power = '0'] = String(v).split('e'); return Number(digits + 'e' + (Number(power) + by)); };
  const rounded = (v, places) => moved(Math.round(moved(v, places)), -places);
  const decimals = (v, places) => rounded(v, places).toFixed(Math.max(0, places));
  const power = v => Number(v.toExponential().split('e')[1]);
  const whole = v => Number.isInteger(v);
  const unlessWhole = (v, places) => whole(v) ? String(v) : decimals(v, places);
  const sign = v => v < 0 ? MINUS : '';
  const grouped = text => { const [before, after] = text.split('.'); return before.replace(/\B(?=(\d{3})+$)/g, ',') + (after ? '.' + after : ''); };
  function small(v, atLeast) {                                        // two significant digits
    const [before, after = ''] = decimals(v, Math.max(1 - power(v), 0)).split('.');
    const kept = after.replace(/0+$/, '').padEnd(atLeast, '0');
    return kept ? before + '.' + kept : before;
  }

  function money(v, currency = DOLLARS) {
    const amount = Math.abs(v), { symbol, places } = currency;
    if (rounded(amount, places) >= 10) return sign(v) + symbol + grouped(decimals(amount, 0));
    return sign(v) + symbol + (amount > 0 && amount < 0.1 ? small(amount, places) : decimals(amount, places));
  }
  function moneyAxis(v, currency = DOLLARS) {
    let amount = Math.abs(v), suffix = '';
    for (const next of ['k', 'M', 'B']) if (rounded(amount, 1) >= 1000) { amount = moved(amount, -3); suffix = next; }
    const places = suffix ? 1 : currency.places;
    return sign(v) + currency.symbol + grouped(unlessWhole(rounded(amount, places), places)) + suffix;
  }
  function percentFigures(p) {
    if (whole(p)) return String(p);
    if (p < 1) return small(p, 2);
    if (rounded(p, 1) < 10) return decimals(p, 1);
    const beyond = rounded(Math.abs(p - 100), 9);
    if (beyond >= 1) return decimals(p, 0);
    const places = -power(rounded(beyond, -power(beyond)));
    return decimals(100 + Math.sign(p - 100) * rounded(beyond, -power(beyond)), places);
  }
  const percent = share => sign(share) + grouped(percentFigures(Math.abs(moved(share, 2)))) + GAP + '%';
  function number(v, places) {
    const size = Math.abs(v);
    if (places !== undefined) return (rounded(size, places) ? sign(v) : '') + grouped(decimals(size, places));
    if (whole(v)) return sign(v) + grouped(String(size));
    return sign(v) + grouped(size < 1 ? small(size, 2) : decimals(size, Math.max(0, Math.min(2, 3 - String(Math.floor(rounded(size, 2))).length))));
  }
  function bytes(count) {
    const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
    const three = (v, unit) => unlessWhole(v, Math.max(0, Math.min(unit < 4 ? 1 : 2, 3 - decimals(v, 0).length)));
    let v = count, unit = 0;
    while (Number(three(v, unit)) >= 1000) { v = moved(v, -3); unit++; }
    return three(v, unit) + ' ' + units[unit];
  }

  /* ---- durations, in seconds ---- */
  const two = n => String(n).padStart(2, '0');
  const nearest = (seconds, unit) => Math.floor((seconds + unit / 2) / unit);
  const rest = (text, unit) => Number(text) === 0 ? '' : ' ' + text + unit;
  function belowMinute(seconds) {
    if (seconds === 0) return '0 s';
    const oneBelowTen = v => unlessWhole(v, rounded(v, 1) < 10 ? 1 : 0);
    let v = seconds;
    for (const unit of ['s', 'ms', 'µs']) { const next = moved(v, 3); if (rounded(next, 0) >= 1000) return oneBelowTen(v) + ' ' + unit; v = next; }
    return oneBelowTen(v) + ' ns';
  }
  function unsigned(seconds) {
    const s = nearest(seconds, 1);
    if (s < 60) return belowMinute(seconds);
    if (s < 3600) return Math.floor(s / 60) + ' min' + rest(two(s % 60), ' s');
    const min = nearest(seconds, 60);
    if (min < 1440) return Math.floor(min / 60) + ' h' + rest(two(min % 60), ' min');
    const h = nearest(seconds, 3600);
    return grouped(String(Math.floor(h / 24))) + ' d' + rest(String(h % 24), ' h');
  }
  const duration = seconds => sign(seconds) + unsigned(Math.abs(seconds));
  function exactDuration(seconds) {
    const size = Math.abs(seconds), s = nearest(size, 1);
    if (rounded(size, 2) < 60) return sign(seconds) + decimals(size, 2) + ' s';
    return sign(seconds) + (s >= 86400 ? Math.floor(s / 86400) + ' d ' : '') + (s >= 3600 ? Math.floor(s % 86400 / 3600) + ' h ' : '')
      + (s >= 3600 ? two(Math.floor(s % 3600 / 60)) : Math.floor(s % 3600 / 60)) + ' min ' + two(s % 60) + ' s';
  }

  /* ---- times, in milliseconds ---- */
  const clock = t => { const d = new Date(t); return two(d.getHours()) + ':' + two(d.getMinutes()); };
  const day = t => { const d = new Date(t); return d.getDate() + ' ' + MONTHS[d.getMonth()]; };
  const weekday = t => { const d = new Date(t); return DAYS[d.getDay()] + ' ' + d.getDate(); };
  function time(t, now = Date.now()) {
    const d = new Date(t), n = new Date(now);
    const apart = Math.abs(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) - Date.UTC(n.getFullYear(), n.getMonth(), n.getDate())) / 864e5;
    if (apart === 0) return clock(t);
    if (apart < 7) return DAYS[d.getDay()] + ' ' + clock(t);
    return d.getFullYear() === n.getFullYear() ? day(t) : day(t) + ' ' + d.getFullYear();
  }
  function exact(t) {
    const d = new Date(t), ahead = -d.getTimezoneOffset();
    const offset = ahead === 0 ? 'UTC' : (ahead < 0 ? '-' : '+') + two(Math.floor(Math.abs(ahead) / 60)) + ':' + two(Math.abs(ahead) % 60);
    return DAYS[d.getDay()] + ' ' + day(t) + ' ' + d.getFullYear() + ', ' + clock(t) + ' ' + offset;
  }
  function relative(t, now = Date.now()) {
    const ahead = (t - now) / 1000;
    if (Math.abs(ahead) < 1) return 'now';
    return ahead < 0 ? duration(-ahead) + ' ago' : 'in ' + duration(ahead);
  }

  globalThis.Format = { money, moneyAxis, percent, number, count: v => sign(v) + grouped(String(Math.abs(v))), bytes, duration, exactDuration, clock, day, weekday, time, exact, relative };
})();
