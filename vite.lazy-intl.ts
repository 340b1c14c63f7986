import type { Plugin } from 'vite';

const EAGER = [
  'const numFormatter = new Intl.NumberFormat(',
  'numFormatter.format(val)',
  'const localTz = new Intl.DateTimeFormat().resolvedOptions().timeZone',
  'tz == localTz',
];
const LAZY = [
  'const numFormatter = () => new Intl.NumberFormat(',
  'numFormatter().format(val)',
  'const localTz = () => new Intl.DateTimeFormat().resolvedOptions().timeZone',
  'tz == localTz()',
];

/**
 * Makes uPlot construct its formatters at their first use, which no chart here makes. A process's first formatter loads its
 * language data for some 20 ms; the compute worker does that while the page loads.
 */
export function lazyIntl(): Plugin {
  return {
    name: 'candor:lazy-intl',
    apply: 'build',
    transform(source, id) {
      if (!id.endsWith('/uplot/dist/uPlot.esm.js')) return null;
      return EAGER.reduce((code, eager, i) => {
        if (code.split(eager).length !== 2) throw new Error(`uPlot no longer contains "${eager}" once`);
        return code.replace(eager, LAZY[i] ?? '');
      }, source);
    },
  };
}
