/** A series of prices as a tone that rises and falls with them. Loaded when somebody wants to hear it. */

/** An octave below and above the a of the violin. */
const LOWEST_HZ = 220;
const HIGHEST_HZ = 880;
const SECONDS = 4;
/** Modest: 1 is as loud as the device plays. */
const VOLUME = 0.12;
const FADE_SECONDS = 0.05;

/**
 * The pitch of each price, from 220 Hz for the lowest to 880 Hz for the highest; equal ratios of prices are equal intervals.
 * In the middle where all prices are the same. Prices are positive.
 */
export function pitches(prices: Float64Array): Float32Array {
  const low = Math.log(prices.reduce((a, b) => Math.min(a, b), Infinity));
  const high = Math.log(prices.reduce((a, b) => Math.max(a, b), 0));
  return Float32Array.from(prices, (price) => {
    const share = high > low ? (Math.log(price) - low) / (high - low) : 0.5;
    return LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** share;
  });
}

/** Plays two prices or more within four seconds; `onEnd` when it is over or was stopped by closing the context. */
export function playPrices(context: AudioContext, prices: Float64Array, onEnd: () => void): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  const start = context.currentTime + FADE_SECONDS;
  const end = start + SECONDS;
  tone.type = 'triangle';
  tone.frequency.setValueCurveAtTime(pitches(prices), start, SECONDS);
  // Without a fade a tone begins and ends with a click.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(VOLUME, start + FADE_SECONDS);
  volume.gain.setValueAtTime(VOLUME, end - FADE_SECONDS);
  volume.gain.linearRampToValueAtTime(0, end);
  tone.connect(volume).connect(context.destination);
  tone.addEventListener('ended', onEnd);
  tone.start(start);
  tone.stop(end);
}
