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
  'KV hit: CPU of a bare Worker that streams KV with a content type alone':
    'The headers that every answer must have take a bare Worker to 1.18 to 1.34 times by themselves, in four runs ([decision 10](decisions/0010-kv-keeps-the-printed-answer.md)).',
  'KV hit: CPU of a bare Worker that streams KV with the same headers':
    '1.31 to 1.39 times in four runs. What is left is KV’s time limit, the copy for memory and the check that the value is whole, which streaming would give up ([decision 10](decisions/0010-kv-keeps-the-printed-answer.md)).',
  '/prediction signed in: chart painted, against a page gated by the SDK':
    'Code and data travel while the SDK checks. Drawing the report with a quarter of the processor is the larger part of the time, and the same on both sides.',
};
