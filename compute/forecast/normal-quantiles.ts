/** Quantiles of the standard normal (any table), each of them once. */

export const NORMAL_75 = 0.6744897501960817;
export const NORMAL_90 = 1.2815515655446004;
export const NORMAL_975 = 1.959963984540054;

/** At the upper ends of the central 10, 20, … 90, 95 and 99 %. */
export const NORMAL_CENTRAL_ENDS: readonly number[] = [
  0.1256613469,
  0.2533471031,
  0.3853204664,
  0.5244005127,
  NORMAL_75,
  0.8416212336,
  1.036433389,
  NORMAL_90,
  1.644853627,
  NORMAL_975,
  2.5758293035,
];

/** At 52.5, 57.5, … 97.5 %. */
export const NORMAL_UPPER_TWENTIETHS: readonly number[] = [
  0.0627067779,
  0.1891184263,
  0.318639364,
  0.4537621902,
  0.597760126,
  0.7554150264,
  0.9345892911,
  1.1503493804,
  1.4395314709,
  NORMAL_975,
];
