/**
 * Why a budget is missed, by what it measures. A missed budget without a line here makes `npm run performance` fail, and
 * so does a line for a budget that is kept.
 */
const WHOLE_PAGE =
  'ours is the whole stock page, where a click passes through React, the address, six tiles, readout, summary and table besides the canvas; bare uPlot only draws, and both last at least two frames.';
const RECHARTS =
  'both last at least two frames, so that a fifth cannot be reached at these lengths; ours is the whole page, Recharts a single chart.';
const KEPT_BUFFERS =
  'the bare pass has no warm-up and hands out one buffer, ours six series with every value right from its first index; both are far below any other package.';

export const MISSED_REASONS: Readonly<Record<string, string>> = {
  '1250 closes, buffers kept, against one bare fused pass': KEPT_BUFFERS,
  '10000 closes, buffers kept, against one bare fused pass': KEPT_BUFFERS,
  'range switch to 1M, against bare uPlot': WHOLE_PAGE,
  'range switch to 1Y, against bare uPlot': WHOLE_PAGE,
  'range switch to ALL, against bare uPlot': WHOLE_PAGE,
  'range switch to 1M, against Recharts': RECHARTS,
  'range switch to 1Y, against Recharts': RECHARTS,
  'range switch to ALL, against Recharts': RECHARTS,
  'chart code with uPlot':
    'uPlot alone is 22.7 KiB and what we draw and steer with it 5.5; the rest is toolbar, readout and the view as a table, which a chart needs for those who cannot see it.',
  'KV hit: CPU of a bare Worker that streams KV':
    'a hit reads two records, decodes, checks and prints them; a bare Worker copies bytes. One record that is handed through as it lies there would be needed.',
  'cold path, specified shape of 1250 bars: CPU':
    'the specified shape prints every indicator and range of five years; the page asks for columns, which take 2.5 ms.',
};
