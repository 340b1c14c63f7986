/**
 * Which modules travel in one file. Left to itself the bundler makes a file for every set of pages that share something:
 * fifty for the stock page, each a request, and each a link that the page's own thread has to add.
 */
import { resolve } from 'node:path';

/** What the bundler tells of a module. */
interface ModuleGraph {
  readonly getModuleInfo: (id: string) => {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

const WEB = resolve(import.meta.dirname, 'web');
const ENTRY = `${WEB}/app/main.tsx`;
const STOCK_PAGE = `${WEB}/features/stock/stock-page.tsx`;
const STOCK_REPORT = `${WEB}/features/stock/stock-report.tsx`;

/** Pages and parts that may load more than they use of what the stock page has. Every other one keeps to its own. */
const WORKING = /\/(?:stock|watchlist|compare|profile|record)-page\.tsx$|\/(?:demo|alert-watch)\.tsx$/;

/** Each of these is one door to many modules: who passes through it says nothing of what is used. */
const BEHIND_ONE_DOOR = /\/compute\/|\/lucide-react\//;

/** uPlot and what steers it: pages with sparklines only do without. */
const CHARTS = /\/uplot\/|\/shared\/chart\/(?!sparkline)/;

/**
 * The file that a module of `web/shared` or a package travels in; `null` leaves it to the bundler. What the stock page needs
 * and the pages for guests do not is one file, what only its charts need another; what it shares with guests' pages is a
 * file for every set of them, so that none of these loads anything that it does not use.
 */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (/\/web\/(?:app|features)\//.test(id) || BEHIND_ONE_DOOR.test(id)) return null;
  const entry = reachedFrom(graph, ENTRY);
  const isOfStock = [STOCK_PAGE, STOCK_REPORT].some((root) => reachedFrom(graph, root).has(id));
  if (entry.has(id) || !isOfStock) return null;
  if (CHARTS.test(id)) return 'charts';
  const others = [...entry]
    .flatMap((module) => graph.getModuleInfo(module)?.dynamicallyImportedIds ?? [])
    .filter((root) => !WORKING.test(root) && reachedFrom(graph, root).has(id));
  return ['working', ...new Set(others)].join(' ');
}

/** By root; the build has one graph, which is whole by the time it is asked about. */
const reached = new Map<string, Set<string>>();

/** The module and everything that runs before it. */
function reachedFrom(graph: ModuleGraph, root: string): Set<string> {
  const known = reached.get(root);
  if (known) return known;
  const modules = new Set([root]);
  reached.set(root, modules);
  for (const module of modules) {
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) modules.add(imported);
  }
  return modules;
}
