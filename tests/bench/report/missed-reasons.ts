/**
 * Why a budget is missed, by what it measures. A missed budget without a line here makes `npm run performance` fail, and
 * so does a line for a budget that is kept.
 */
const WHOLE_PAGE =
  'Ours is the whole stock page, where a click passes through React, the address, six tiles, readout, summary and table besides the canvas; bare uPlot only draws, and both last at least two frames.';
const RECHARTS =
  'Both last at least two frames, so that a fifth cannot be reached at these lengths; ours is the whole page, Recharts a single chart.';
const KEPT_BUFFERS =
  'The bare pass has no warm-up and hands out one buffer, ours six series with every value right from its first index; both are far below any other package.';

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
    'Of it uPlot is 22.7 KiB, and what we draw and steer with it 5.5; the rest is toolbar, readout and the view as a table, which a chart needs for those who cannot see it.',
  'KV hit: CPU of a bare Worker that streams KV':
    'Measured before KV kept the printed answer ([decision 10](decisions/0010-kv-keeps-the-printed-answer.md)): a hit then read, decoded, checked and printed two records.',
  'cold path, specified shape of 1250 bars: CPU':
    'The specified shape prints every indicator and range of five years; the page asks for columns, which take 2.5 ms.',
  'home on a slow phone: largest paint, against the same HTML without script':
    'The script is fetched and run while the words are painted; the paint itself comes well below a second.',
  '/prediction signed in: chart painted, against a page gated by the SDK':
    'The page’s code travels while the SDK checks; its data is asked for after the first event. Drawing the report with a quarter of the processor is the larger part of the time, and the same on both sides.',
  'Lighthouse performance, /prediction signed in':
    'The whole report with its charts is drawn at once when its data arrives, which Lighthouse counts as blocked time.',
  'home on a slow phone: largest paint in time':
    'Measured on a machine with much other work; 688 ms in a quieter hour of the same day.',
};
