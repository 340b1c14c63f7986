/**
 * What was measured, as it stands in `compute/README.md` ("The forecast in parts"); a test holds the two together.
 * Columns: 1, 7, 14 and 30 trading days.
 */
export const MEASURED_SCORES = [
  { name: 'Forecasts scored', source: 'forecasts', values: ['45346', '45106', '44826', '44186'] },
  {
    name: '80% range held, %',
    source: 'coverage of the 80 % band, %',
    values: ['80.1', '79.9', '80.0', '79.8'],
  },
  {
    name: '95% range held, %',
    source: 'coverage of the 95 % band, %',
    values: ['94.9', '94.7', '94.7', '94.8'],
  },
  {
    name: 'Confidence off by, points',
    source: 'calibration error of the confidence, points',
    values: ['0.3', '0.6', '0.8', '1.3'],
  },
  { name: 'Error against a plain range', source: 'CRPS ratio', values: ['.956', '.973', '.977', '.981'] },
  {
    name: 'The same, scored years left out',
    source: 'CRPS ratio, years left out too',
    values: ['.956', '.973', '.977', '.983'],
  },
] as const;
