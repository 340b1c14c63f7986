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

const SPECIFIED =
  'Within the noise of the machine (±15 %): 0.88 and 1.15 times in another run; the answer is 154 KB, of which the page asks for a fifth.';

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
    'The headers that every answer must have take a bare Worker to 1.34 times by themselves ([decision 10](decisions/0010-kv-keeps-the-printed-answer.md)).',
  'KV hit: CPU of a bare Worker that streams KV with the same headers':
    'At the limit, within the noise of the machine (±15 %). What is left is KV’s time limit, the copy for memory and the check that the value is whole, which streaming would give up ([decision 10](decisions/0010-kv-keeps-the-printed-answer.md)).',
  'memory hit, specified shape: requests a second': SPECIFIED,
  'memory hit, specified shape: CPU': SPECIFIED,
  'tasks over 50 ms in 20 range switches, CPU 4×':
    'A switch of the whole page at a quarter of the processor stands at the limit: none in another run of the same day.',
  '/prediction signed in: chart painted, against a page gated by the SDK':
    'Code and data travel while the SDK checks. Drawing the report with a quarter of the processor is the larger part of the time, and the same on both sides.',
  'Lighthouse performance, /prediction signed in':
    'The whole report with its charts is drawn at once when its data arrives, which Lighthouse counts as blocked time.',
};
