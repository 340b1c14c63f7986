/**
 * What was measured, as it stands in `compute/README.md` ("The forecast in parts"); a test holds the two together.
 * Columns: 1, 7, 14 and 30 trading days.
 */
export const MEASURED_RECORD = [
  { name: 'Forecasts scored', source: 'forecasts', values: ['9069', '9021', '8966', '8837'] },
  {
    name: '80% range held, %',
    source: 'coverage of the 80 % band, %',
    values: ['79.7', '79.9', '80.7', '80.0'],
  },
  {
    name: '95% range held, %',
    source: 'coverage of the 95 % band, %',
    values: ['95.1', '94.9', '95.1', '95.3'],
  },
  {
    name: 'Confidence off by, points',
    source: 'calibration error of the confidence, points',
    values: ['0.4', '0.8', '1.7', '1.3'],
  },
  { name: 'Error against a plain range', source: 'CRPS ratio', values: ['.958', '.976', '.980', '.985'] },
  {
    name: 'The same, scored years left out',
    source: 'CRPS ratio, years left out too',
    values: ['.958', '.977', '.982', '.989'],
  },
] as const;
