/*
 * Inline script after #root in the documents of /prediction and /demo (`vite.listing-shell.ts`). The first screen follows it and
 * needs no scripts, so modules and style sheets start loading only after a first paint was possible: after one frame and a task,
 * or after 100 ms, whichever comes first. If the page is not painted at all, they start at once.
 */
(() => {
  const query = new URLSearchParams(location.search);
  const [ticker, days] = ['ticker', 'days'].map((name) => document.querySelector(`#root [name=${name}]`));
  const text = (query.get('ticker') ?? '').trim();
  // The default value applies until someone types.
  // The build replaces the string by the grammar of tickers.
  if (ticker && new RegExp('__TICKER__').test(text)) ticker.defaultValue = text.toUpperCase();
  if (days && /^(?:1|7|14|30)$/.test(query.get('days'))) days.value = query.get('days');
  let isStarted = false;
  function start() {
    if (isStarted) return;
    isStarted = true;
    // All sheets apply together: one without the others would move what is already painted.
    const preloads = [...document.querySelectorAll('link[rel="preload"][as="style"]')];
    let pendingSheets = preloads.length;
    const sheets = preloads.map(({ href }) => {
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.crossOrigin = '';
      sheet.media = 'not all';
      sheet.href = href;
      for (const end of ['load', 'error']) sheet.addEventListener(end, apply);
      return sheet;
    });
    function apply() {
      pendingSheets -= 1;
      if (pendingSheets === 0) for (const sheet of sheets) sheet.media = 'all';
    }
    document.head.append(...sheets);
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = document.querySelector('link[data-entry]').href;
    document.head.append(script);
  }
  if (document.hidden || document.prerendering) start();
  requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, 100);
})();
