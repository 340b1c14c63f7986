/** What the build writes for clients without scripts: visitors at first, search engines, link previews. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '#scripts/stack/repository.ts';
import { TEST_BUILD, TEST_SITE } from './test-build.ts';

const OUT = TEST_BUILD.web;
const { origin: ORIGIN, operator: OPERATOR } = TEST_SITE;

const PAGES = {
  '/': 'Stock forecasts that show their record',
  '/about': 'A forecast is only as good as its track record',
  '/method': 'How the forecast works',
  '/data': 'About the data',
  '/api': 'API',
  '/privacy': 'Privacy',
  '/terms': 'Terms',
  '/login': 'Log in',
  '/register': 'Sign up',
  '/forgot-password': 'Reset your password',
} as const;
const PATHS = Object.keys(PAGES) as (keyof typeof PAGES)[];
const APP_SHELLS = ['404', 'track-record', 'settings', 'profile', 'change-password'];
/** Documents that the Worker completes. */
const LISTING_SHELLS = ['shell/prediction', 'shell/demo'];
const MARKETING_FIGURES = [
  '98%',
  '15K+',
  '24/7',
  'Every minute',
  '92%',
  '500+',
  '10K+',
  '5K+',
  'under 2 seconds',
];

const read = (file: string) => readFileSync(fromRoot(join(OUT, file)), 'utf8');
const html = (path: string) => read(path === '/' ? 'index.html' : `${path.slice(1)}.html`);
const head = (path: string) => html(path).split('</head>')[0] ?? '';
const classesOf = (sheet: string) => read(`assets/${sheet}`).match(/\.[A-Za-z_][\w-]*/g) ?? [];
/** The scripts that a page preloads. */
const ahead = (path: string) =>
  [...head(path).matchAll(/<link rel="modulepreload"[^>]*href="\/(assets\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  );
const body = (path: string) => html(path).split('</head>')[1] ?? '';

describe.each(PATHS)('%s', (path) => {
  it('is HTML with its heading, header and footer', () => {
    expect(/<h1[^>]*>([^<]*)/.exec(body(path))?.[1]).toContain(PAGES[path]);
    for (const text of [
      'Powered by Candor AI Insights',
      'href="/prediction"',
      '© 2025 Candor',
      'Not investment advice. Data may be delayed.',
    ]) {
      expect(body(path)).toContain(text);
    }
  });

  it('names itself to search engines and link previews', () => {
    expect(head(path)).toContain(`<link rel="canonical" href="${ORIGIN}${path}">`);
    expect(head(path)).toContain(`<meta property="og:image" content="${ORIGIN}/share.png">`);
    expect(head(path).match(/name="description"/g)).toHaveLength(1);
    expect(read('sitemap.xml')).toContain(`<loc>${ORIGIN}${path}</loc>`);
  });

  it('has no inline style, and only the inline script that the policy names', () => {
    const scripts = [...html(path).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, script = '']) => script,
    );
    expect(scripts).toHaveLength(1);
    const hash = createHash('sha256').update(scripts[0]!).digest('base64');
    expect(read('_headers')).toContain(`'sha256-${hash}'`);
    expect(body(path)).not.toMatch(/ style="|<style|<script/);
  });

  it('links every style sheet that defines its classes', () => {
    const sheets = readdirSync(fromRoot(join(OUT, 'assets'))).filter((file) => file.endsWith('.css'));
    const linked = sheets.filter((file) => html(path).includes(`/assets/${file}"`));
    const styled = new Set(linked.flatMap(classesOf));
    const known = new Set(sheets.flatMap(classesOf));
    const used = [...body(path).matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
    // Icons have their own class names; all others come from a sheet.
    expect(used.filter((name) => !name.startsWith('lucide') && !known.has(`.${name}`))).toEqual([]);
    expect(used.filter((name) => known.has(`.${name}`) && !styled.has(`.${name}`))).toEqual([]);
  });

  it('labels every marketing figure in its tile, and has none in its head', () => {
    const tiles = [...body(path).matchAll(/<div role="group"[\s\S]*?<\/div>/g)].map(([tile]) => tile);
    const labelled = tiles.filter((tile) => tile.includes('Sample figure, not measured'));
    const unlabelled = labelled.reduce((rest, tile) => rest.replace(tile, ''), body(path));
    for (const figure of MARKETING_FIGURES) {
      expect(unlabelled).not.toContain(`>${figure}<`);
      expect(head(path)).not.toContain(figure);
    }
    expect(labelled).toHaveLength({ '/': 4, '/about': 6 }[path as string] ?? 0);
  });
});

it.each(['/privacy', '/terms'])('%s names the operator from the setting', (path) => {
  expect(body(path)).toContain(`This site is run by ${OPERATOR}.`);
});

/** The scripts that a script imports before it runs. */
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => `assets/${name}`);

it('the stock page and the demo preload exactly what their charts need, in few files', () => {
  for (const name of LISTING_SHELLS) {
    const asked = ahead(`/${name}`);
    for (const file of asked) expect(asked).toEqual(expect.arrayContaining(importsOf(file)));
    const code = asked.map(read).join('');
    expect(code).toContain('u-over');
    expect(code).toContain('structuralSharing');
    expect(asked.filter((file) => file.includes('firebase'))).toEqual([]);
    // The compute worker is one more.
    expect(asked.length).toBeLessThan(10);
  }
  for (const file of ahead('/shell/prediction')) expect(read(file).length).toBeGreaterThan(2048);
  for (const path of ['/', '/login', '/profile']) expect(ahead(path)).toEqual([]);
});

it('the documents of the other pages with charts or tables name what their pages import', () => {
  for (const path of ['/compare', '/forecasts', '/holdings', '/track-record', '/workbench']) {
    const asked = ahead(path);
    const imported = asked.flatMap(importsOf).filter((file) => !file.startsWith('assets/index-'));
    expect(asked).toEqual(expect.arrayContaining(imported));
    expect(asked.map(read).join('')).toContain('structuralSharing');
    expect(head(path).match(/rel="stylesheet"/g)!.length).toBeGreaterThan(2);
  }
});

it.each(LISTING_SHELLS)(
  '%s.html has one placeholder for the first screen, its style, and no style sheet before it',
  (name) => {
    const text = read(`${name}.html`);
    expect(text.split('<!--first-screen-->')).toHaveLength(2);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
    expect(read('_headers')).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    for (const part of ['.first-screen', '.header-card_amount', '[data-theme=light]', '.gain', '.loss'])
      expect(style).toContain(part);
    expect(text.replaceAll(/<noscript>[\s\S]*?<\/noscript>|<script>[\s\S]*?<\/script>/g, '')).not.toContain(
      'stylesheet',
    );
    expect(text).not.toMatch(/ style="/);
  },
);

it('no script imports itself through others, which would see its exports too early', () => {
  const scripts = readdirSync(fromRoot(join(OUT, 'assets'))).filter((file) => file.endsWith('.js'));
  const reached = (file: string, seen: Set<string>): Set<string> => {
    for (const next of importsOf(file)) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  expect(scripts.filter((name) => reached(`assets/${name}`, new Set()).has(`assets/${name}`))).toEqual([]);
});

it('the home page loads neither the query library nor charts', () => {
  const files = new Set(
    readdirSync(fromRoot(join(OUT, 'assets'))).filter((name) => /^(?:index|home-page)-.*\.js$/.test(name)),
  );
  for (const file of files) {
    for (const name of importsOf(`assets/${file}`)) files.add(name.slice('assets/'.length));
  }
  const code = [...files].map((file) => read(`assets/${file}`)).join('');
  expect(code).toContain('react.transitional.element');
  expect(code).not.toMatch(/structuralSharing|u-over/);
});

it('the API page documents every request with its fields and a sample response, and has a form that works without scripts', () => {
  const document = JSON.parse(read('api/openapi.json')) as {
    paths: Record<string, { get?: { security?: [] } }>;
  };
  const text = body('/api');
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (get === undefined || get.security !== undefined) continue;
    expect(text).toContain(`<h3>GET ${path}</h3>`);
  }
  expect(text).toContain(' action="/api/stock/AAPL">');
  expect(text).toContain('<dt>future_predictions[].low80</dt><dd class="note">number · price</dd>');
  expect(text).toContain('&quot;source&quot;: &quot;sample&quot;');
  expect(text).toContain('&lt;feed xmlns=&quot;http://www.w3.org/2005/Atom&quot;');
});

it('llms.txt states the terms, the tools and the requests; feed readers find the feed', () => {
  const text = read('llms.txt');
  for (const part of [
    'Not investment advice.',
    'is for personal use only',
    `](${ORIGIN}/mcp)`,
    '`get_forecast`',
    `[GET /api/stock/:ticker](${ORIGIN}/api/stock/AAPL?days=7)`,
  ])
    expect(text).toContain(part);
  expect(head('/track-record')).toContain('type="application/atom+xml"');
});

it.each(APP_SHELLS)('%s.html is the app shell', (name) => {
  expect(read(`${name}.html`)).toContain('<div id="root">');
  expect(read(`${name}.html`)).not.toContain('<h1');
});

it('the app can be installed: the manifest’s icons exist in their sizes', () => {
  const manifest = JSON.parse(read('manifest.webmanifest')) as {
    start_url: string;
    display: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const png = readFileSync(fromRoot(join(OUT, src)));
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
  for (const path of PATHS) expect(head(path)).toContain('rel="manifest"');
});

it('robots.txt allows the pages and forbids the API', () => {
  expect(read('robots.txt')).toBe(
    `User-agent: *\nDisallow: /api/\nDisallow: /shell/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  );
});

it('security.txt names the contact for vulnerabilities and its expiry date', () => {
  const lines = read('.well-known/security.txt').split('\n');
  expect(lines[0]).toBe('Contact: mailto:privacy@acme.example');
  expect(Date.parse(lines[1]!.replace('Expires: ', ''))).toBeGreaterThan(Date.now());
  expect(lines[2]).toBe(`Canonical: ${ORIGIN}/.well-known/security.txt`);
});

it('the typeface is one file under 30 KiB, which no document loads immediately', () => {
  const fonts = readdirSync(fromRoot(join(OUT, 'assets'))).filter((file) => file.endsWith('.woff2'));
  expect(fonts).toHaveLength(1);
  expect(statSync(fromRoot(join(OUT, 'assets', fonts[0]!))).size).toBeLessThanOrEqual(30 * 1024);
  for (const path of [...PATHS, '/shell/prediction']) {
    const links = head(path).match(/<link[^>]*\.woff2[^>]*>/g) ?? [];
    expect(links.map((link) => link.includes('media="not all"'))).toEqual([true]);
  }
  expect(read('licences.txt')).toContain('SIL OPEN FONT LICENSE');
});

it('the build contains the Worker’s fallback list for searches', () => {
  const listings = JSON.parse(read('listings.json')) as unknown[];
  expect(listings.length).toBeGreaterThanOrEqual(500);
  expect(listings).toContainEqual({
    symbol: 'AAPL',
    name: 'Apple',
    exchange: 'NASDAQ',
    country: 'United States',
    currency: 'USD',
  });
});

it('the service worker is one file and stores every page with everything it loads', () => {
  const worker = read('service-worker.js');
  expect(worker).not.toMatch(/(?:^|[;}\n])\s*(?:import|export)\b/);
  const [, list = ''] = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(worker) ?? [];
  const build = JSON.parse(JSON.parse(list) as string) as { documents: string[]; files: string[] };
  // Offline, the app shell shows the API page.
  const stored = PATHS.filter((path) => path !== '/api');
  expect(build.documents).toEqual(expect.arrayContaining([...stored, '/shell/prediction', '/watchlist']));
  const assets = readdirSync(fromRoot(join(OUT, 'assets')));
  expect(build.files.toSorted()).toEqual(assets.map((name) => `/assets/${name}`).toSorted());
});
