/*
 * Stands in the documents of /prediction and /demo after #root, as an inline script (`vite.listing-shell.ts`). The first screen comes
 * after it and has no need of scripts, so modules and style sheets begin once a frame could be painted: at the first of a frame and
 * a task, 100 ms, or at once where nothing is painted.
 */
(() => {
  const query = new URLSearchParams(location.search);
  const [ticker, days] = ['ticker', 'days'].map((name) => document.querySelector(`#root [name=${name}]`));
  const text = (query.get('ticker') ?? '').trim().toUpperCase();
  // Its own text for as long as nobody types.
  if (ticker && /^[A-Z0-9.^=/-]{1,20}$/.test(text)) ticker.defaultValue = text;
  if (days && /^(?:1|7|14|30)$/.test(query.get('days'))) days.value = query.get('days');
  let isStarted = false;
  function start() {
    if (isStarted) return;
    isStarted = true;
    // They come into force together: one without the others would move what the document has painted.
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
