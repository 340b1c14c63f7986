/*
 * Stands in the documents of /prediction and /demo after #root, as an inline script (`vite.prerender.ts`). The first screen comes
 * after it and has no need of scripts, so modules and style sheets begin once a frame could be painted: at the first of a frame and
 * a task, 100 ms, or at once where nothing is painted.
 */
(() => {
  const query = new URLSearchParams(location.search);
  for (const field of document.querySelectorAll('#root [name]')) {
    const text = (query.get(field.name) ?? '').trim().toUpperCase();
    if (text !== '') field.value = text;
  }
  let isStarted = false;
  function start() {
    if (isStarted) return;
    isStarted = true;
    for (const { href } of document.querySelectorAll('link[rel="preload"][as="style"]')) {
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.crossOrigin = '';
      sheet.href = href;
      document.head.append(sheet);
    }
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
