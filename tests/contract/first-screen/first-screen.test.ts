import { firstScreen, initialData } from '#worker/first-screen';
import { documentSafeJson } from '#worker/snapshot';
import { describe, expect, test } from 'vitest';
import { firstScreenInput } from './first-screen-input.ts';

const HOSTILE = ['</script><svg onload=alert(1)>', `"><img src=x onerror='alert(1)'>`];

describe.each(HOSTILE)('a company named %s', (name) => {
  test('cannot open an element or end an attribute', () => {
    const response = { ticker: name, company_name: name, exchange: name, currency: name };
    const markup = firstScreen(firstScreenInput({ response }));
    expect(markup).not.toMatch(/<script|<img|<\/script|<svg[^>]* onload/);
    // Everything in the name stays text, including quotes.
    expect(markup.match(/aria-label="[^"]*"/g)?.join('')).toContain('&lt;');
    expect(markup).toContain(
      name.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    );
  });

  test('cannot end the initial data, which parse back unchanged', () => {
    const json = documentSafeJson({ company_name: name, note: 'a\u2028b\u2029c' });
    const element = initialData({ ticker: name, etag: '"abc"' }, json);
    expect(json).not.toMatch(/[<\u2028\u2029]/);
    expect(element.match(/<\/?[a-z]+/g)).toEqual(['<script', '</script']);
    expect(element).toContain('data-etag="&quot;abc&quot;"');
    expect(JSON.parse(json)).toEqual({ company_name: name, note: 'a\u2028b\u2029c' });
  });
});

test('shows the company, its price and its source, and the headline', () => {
  const text = textOf(firstScreen(firstScreenInput()));
  expect(text).toContain('Apple Inc. · NASDAQ');
  expect(text).toContain('$188.59');
  expect(text).toContain('Yahoo · May 11, 16:00 New York · delayed 15 min · market closed');
  expect(text).toContain('Stock Price Prediction (7 days)');
  expect(text).toMatch(/8 in 10 chance of a close between \$[\d.]+ and \$[\d.]+ on Tue, May 22\./);
});

test('states the 80% range twice: in the headline and at the chart’s edge', () => {
  const text = textOf(firstScreen(firstScreenInput()).replace(/<noscript>.*<\/noscript>/s, ''));
  const [, low = '', high = ''] = /between (\$[\d.]+) and (\$[\d.]+) on/.exec(text) ?? [];
  for (const end of [low, high]) expect(text.split(end)).toHaveLength(3);
});

test('labels simulated and recorded prices', () => {
  expect(textOf(firstScreen(firstScreenInput({ response: { source: 'sample' } })))).toContain(
    'Sample market: simulated prices',
  );
  expect(textOf(firstScreen(firstScreenInput({ response: { prices: 'recorded' } })))).toContain(
    'Recorded prices, in-sample forecast ·',
  );
});

test('has no style attribute and nothing focusable', () => {
  expect(firstScreen(firstScreenInput())).not.toMatch(/\sstyle=|<button|<input|<summary|\shref=|tabindex/);
});

test('is at most 8 KiB for seven days', () => {
  expect(new TextEncoder().encode(firstScreen(firstScreenInput())).length).toBeLessThan(8 * 1024);
});

function textOf(markup: string): string {
  return markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}
