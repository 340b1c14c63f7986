/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAN_OPACITY, TINT } from '#compute';
import { BAR_OPACITY } from '#web/shared/charts/price-layers.ts';
import { COLORS } from '#web/features/workbench/drawing/tools.ts';
import { SETTING_CHOICES } from '#web/shared/user/settings.ts';

// Read from disk: the test runner empties imported style sheets.
const tokens = readFileSync(resolve(import.meta.dirname, '../../../web/shared/styles/tokens.css'), 'utf8');

type Colour = readonly [red: number, green: number, blue: number];

/** Declarations by name of the block with exactly this selector; none if there is no such block. */
function readBlock(selector: string): Map<string, string> {
  const start = tokens.indexOf(`\n${selector} {`);
  const block = start === -1 ? '' : tokens.slice(start, tokens.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The tokens of a theme and palette, in the order of the style sheet's overrides. */
function readTheme(theme: 'dark' | 'light', palette = 'classic'): Map<string, string> {
  return new Map([
    ...readBlock(`[data-theme='${theme}']`),
    ...readBlock(`[data-palette='${palette}']`),
    ...readBlock(`[data-theme='${theme}'][data-palette='${palette}']`),
  ]);
}

/** A token's colour: a hex value, or a mix of two tokens like the soft backgrounds. */
function colourOf(theme: Map<string, string>, name: string): Colour {
  const value = theme.get(name) ?? '';
  const mix = /color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)/.exec(value);
  if (mix) {
    const share = Number(mix[2]) / 100;
    const over = colourOf(theme, mix[1]!);
    const under = colourOf(theme, mix[3]!);
    return [0, 1, 2].map((part) => over[part]! * share + under[part]! * (1 - share)) as unknown as Colour;
  }
  const hex = /^#([0-9a-f]{6})$/.exec(value)?.[1];
  if (hex === undefined) throw new Error(`--${name} is not a colour: "${value}"`);
  return [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as unknown as Colour;
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map(linear) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Distance in OKLab including lightness; 0.02 is just noticeable. */
function oklab(colour: Colour): Colour {
  const [red, green, blue] = colour.map(linear) as unknown as Colour;
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ];
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function contrast(first: Colour, second: Colour): number {
  const [dark, light] = [luminance(first), luminance(second)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['page', 'surface', 'raised'];
const TEXT_PAIRS = [
  ...['text', 'text-2', 'text-3', 'accent', 'gain', 'loss', 'neutral', 'danger'].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ...['accent', 'gain', 'loss', 'danger'].map((tone) => [tone, `${tone}-soft`] as const),
  ['text-2', 'neutral-soft'],
  ['text', 'danger-soft'],
  ['text', 'gain-soft'],
  ['text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
] as const;
const SERIES = [1, 2, 3, 4, 5, 6].map((number) => `series-${number}`);
const MARK_PAIRS = ['control-line', 'focus', ...SERIES].flatMap((mark) =>
  GROUNDS.map((ground) => [mark, ground] as const),
);

const LOOKS = (['dark', 'light'] as const).flatMap((theme) =>
  SETTING_CHOICES.palette.map((palette) => [theme, palette] as const),
);

describe.each(LOOKS)('in the %s theme with the %s palette', (name, palette) => {
  const theme = readTheme(name, palette);
  it.each(TEXT_PAIRS)('%s on %s is readable as text (4.5:1)', (text, ground) => {
    expect(contrast(colourOf(theme, text), colourOf(theme, ground))).toBeGreaterThanOrEqual(4.5);
  });
  it('bars are visible through their opacity on their card (3:1)', () => {
    const surface = colourOf(theme, 'surface');
    for (const tone of ['gain', 'loss']) {
      const bar = colourOf(theme, tone).map(
        (part, i) => part * BAR_OPACITY + surface[i]! * (1 - BAR_OPACITY),
      ) as unknown as Colour;
      expect(contrast(bar, surface)).toBeGreaterThanOrEqual(3);
    }
  });
  it('the outline of the 80% range is visible outside and inside of it (3:1)', () => {
    const accent = colourOf(theme, 'accent');
    const over = (ground: Colour, opacity: number): Colour =>
      accent.map((part, i) => part * opacity + ground[i]! * (1 - opacity)) as unknown as Colour;
    const outside = over(over(colourOf(theme, 'surface'), TINT), FAN_OPACITY[95]);
    expect(contrast(accent, outside)).toBeGreaterThanOrEqual(3);
    expect(contrast(accent, over(outside, FAN_OPACITY[80]))).toBeGreaterThanOrEqual(3);
  });
  it('no drawing colour and not the accent is close to those of gain and loss', () => {
    for (const token of ['accent', ...Object.values(COLORS).map((color) => color.token)])
      for (const tone of ['gain', 'loss']) {
        const [one, other] = [oklab(colourOf(theme, token)), oklab(colourOf(theme, tone))];
        expect(Math.hypot(...one.map((part, i) => part - other[i]!))).toBeGreaterThan(0.12);
      }
  });
  it.each(MARK_PAIRS)('%s on %s is visible as a mark (3:1)', (mark, ground) => {
    expect(contrast(colourOf(theme, mark), colourOf(theme, ground))).toBeGreaterThanOrEqual(3);
  });
});

it.each(LOOKS)('the %s theme’s %s palette distinguishes gain from loss', (name, palette) => {
  const theme = readTheme(name, palette);
  expect(theme.get('gain')).not.toBe(theme.get('loss'));
});

it('red for gains is the classic palette with its two colours swapped, in both themes', () => {
  for (const name of ['dark', 'light'] as const) {
    const [classic, redUp] = [readTheme(name), readTheme(name, 'red-up')];
    expect([redUp.get('gain'), redUp.get('loss')]).toEqual([classic.get('loss'), classic.get('gain')]);
  }
});

it('both themes define the same names', () => {
  expect([...readTheme('light').keys()].toSorted()).toEqual([...readTheme('dark').keys()].toSorted());
});
