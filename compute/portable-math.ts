/**
 * Exponential and logarithm that give the same bits on every engine. `Math.exp` and `Math.log` do not: the language leaves
 * their last digit open, and Node 24 and Chromium 156 differ in it for a tenth of all arguments. These use nothing but
 * addition, multiplication, division and bit patterns, which IEEE 754 fixes. Within 2 units in the last place.
 */

/** ln 2 in two parts (W. J. Cody and W. Waite 1980): the first has trailing zeros, so that k · LN2_HIGH is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** Beyond these the result is Infinity, or rounds to 0. */
const MAX_EXPONENT = 709.782712893384;
const MIN_EXPONENT = -745.1332191019412;

const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18014398509481984;
const EXPONENT_BIAS = 1023;
/** In the high half of a number; and what carries those of √2 and above into the exponent. */
const MANTISSA_BITS = 0xfffff;
const ABOVE_SQRT_2 = 0x95f64;

// Terms of the two series, written out and summed in two chains: a loop over a table takes three times as long.
const E3 = 1 / 6;
const E4 = 1 / 24;
const E5 = 1 / 120;
const E6 = 1 / 720;
const E7 = 1 / 5040;
const E8 = 1 / 40320;
const E9 = 1 / 362880;
const E10 = 1 / 3628800;
const E11 = 1 / 39916800;
const E12 = 1 / 479001600;
const E13 = 1 / 6227020800;
const L3 = 2 / 3;
const L5 = 2 / 5;
const L7 = 2 / 7;
const L9 = 2 / 9;
const L11 = 2 / 11;
const L13 = 2 / 13;
const L15 = 2 / 15;
const L17 = 2 / 17;
const L19 = 2 / 19;
const L21 = 2 / 21;

// One number and its two halves. Faster than a DataView by half.
const double = /* @__PURE__ */ new Float64Array(1);
const halves = /* @__PURE__ */ new Int32Array(double.buffer);
/** 2^-k for k from −64 to 64: a multiplication by one is faster than taking the number's halves apart and together. */
const TABLE_REACH = 64;
const POWERS_OF_HALF = /* @__PURE__ */ powersOfHalf();
/** Index of the half with sign and exponent; 1 wherever this runs today, all being little-endian. */
const HIGH = /* @__PURE__ */ highHalf();

/** e^x. Infinity above about 709.78, 0 below about −745.13, NaN for NaN. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (x > MAX_EXPONENT) return Infinity;
  if (x < MIN_EXPONENT) return 0;
  const k = Math.round(x / Math.LN2);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  // Taylor's series; |r| ≤ ln 2 / 2, so the first term left out is below 2^-57.
  const w = r * r;
  const even = 0.5 + w * (E4 + w * (E6 + w * (E8 + w * (E10 + w * E12))));
  const sum = even + r * (E3 + w * (E5 + w * (E7 + w * (E9 + w * (E11 + w * E13)))));
  const fraction = 1 + (r + w * sum);
  // In two steps at the ends, where 2^k alone would leave the normal numbers.
  if (k > EXPONENT_BIAS) return fraction * 2 * twoTo(k - 1);
  return k < -1022 ? fraction * twoTo(k + 54) * (1 / TWO_54) : fraction * twoTo(k);
}

/** Natural logarithm. −Infinity for 0, NaN for a negative number or NaN. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  // The ends, where 2^-k would leave the normal numbers.
  if (x < SMALLEST_NORMAL) return log(x * TWO_54) - 54 * Math.LN2;
  if (x > 1e300) return log(x / TWO_54) + 54 * Math.LN2;
  double[0] = x;
  const high = halves[HIGH]!;
  // One more where the mantissa is √2 or above, told without a branch that every other price would mispredict.
  const k = (high >> 20) - EXPONENT_BIAS + (((high & MANTISSA_BITS) + ABOVE_SQRT_2) >> 20);
  const f = x * (k >= -TABLE_REACH && k <= TABLE_REACH ? POWERS_OF_HALF[k + TABLE_REACH]! : twoTo(-k)) - 1;
  return k * LN2_HIGH + (k * LN2_LOW + twiceArtanh(f, f / (2 + f)));
}

/** log(1 + x) without the loss of digits near 0. −Infinity for −1, NaN below. */
export function log1p(x: number): number {
  if (Math.abs(x) < 0.25) return twiceArtanh(x, x / (2 + x));
  const sum = 1 + x;
  const lost = (x - (sum - 1)) / sum;
  return sum > 0 && sum < Infinity ? log(sum) + lost : log(sum);
}

/** base^exponent for a positive base. */
export function power(base: number, exponent: number): number {
  return exp(exponent * log(base));
}

/**
 * log(1 + f) = 2 artanh(s), s = f / (2 + f), by its series; |s| ≤ 0.1716. Written as f − f²/2 + s · (f²/2 + R) with
 * R = 2 (s²/3 + s⁴/5 + …), because f and f²/2 carry less rounding than 2 s does.
 */
function twiceArtanh(f: number, s: number): number {
  const z = s * s;
  const w = z * z;
  const even = w * (L5 + w * (L9 + w * (L13 + w * (L17 + w * L21))));
  const series = even + z * (L3 + w * (L7 + w * (L11 + w * (L15 + w * L19))));
  const half = 0.5 * f * f;
  return f - (half - s * (half + series));
}

/** 2^k for −1022 ≤ k ≤ 1023. */
function twoTo(k: number): number {
  double[0] = 0;
  halves[HIGH] = (k + EXPONENT_BIAS) << 20;
  return double[0];
}

function highHalf(): 0 | 1 {
  return new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;
}

function powersOfHalf(): Float64Array {
  const powers = new Float64Array(2 * TABLE_REACH + 1).fill(18446744073709551616);
  for (let i = 1; i < powers.length; i++) powers[i] = powers[i - 1]! / 2;
  return powers;
}
