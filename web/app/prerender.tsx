/** Renders the public pages to HTML. Runs in Node at build time, called by `vite.prerender.ts`. */
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { BUILD_SETTINGS, readFirebaseConfig } from '../shared/sign-in/identity.ts';
import { App, Providers } from './app.tsx';
import { ROUTES } from './routes.tsx';

/** The prerendered pages, with the sentence that search engines and link previews show. */
export const STATIC_PAGES = [
  {
    path: '/',
    description:
      'Stock search, price forecasts with their range, technical charts, sentiment and news. Every forecast stands next to its measured record.',
  },
  {
    path: '/about',
    description: 'What Candor is for: an estimate, its range and the model’s past results on one page.',
  },
  {
    path: '/method',
    description: 'How the forecast is made, what it was measured on, and what it cannot do.',
  },
  { path: '/data', description: 'Where Candor’s prices and news come from, and how old they may be.' },
  { path: '/privacy', description: 'What Candor stores about you: where, for how long and by whom.' },
  { path: '/terms', description: 'What you may expect of Candor, and what you may not.' },
  { path: '/login', description: 'Log in to Candor.' },
  { path: '/register', description: 'Create a Candor account. Free, and only an email is needed.' },
  { path: '/forgot-password', description: 'Reset the password of a Candor account.' },
] as const;

/** The other routes: the app shell is served there. */
export const SHELL_PATHS = ROUTES.map(({ path }) => path).filter(
  (path) => !STATIC_PAGES.some((page) => page.path === path),
);

/** Nobody is signed in at build time, so the identity provider is never called. */
const config = readFirebaseConfig(BUILD_SETTINGS);

/** Title and markup of a route, as a guest in the dark theme sees it. Throws for a path that is not in the table. */
export async function renderRoute(path: string): Promise<{ title: string; markup: string }> {
  const route = ROUTES.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`no route ${path}`);
  await route.preload();
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <Providers config={config}>
        <App />
      </Providers>
    </Router>,
    // React would split a larger page into pieces and join them with inline scripts, which the policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return { title: route.title, markup: await new Response(prelude).text() };
}
