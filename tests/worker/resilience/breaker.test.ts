import { describe, expect, test } from 'vitest';
import { Breaker } from '#worker/resilience/breaker.ts';
import type { Pass } from '#worker/resilience/breaker.ts';

function breakerAt(startMs = 1_000_000) {
  const clock = { ms: startMs };
  return { clock, breaker: new Breaker(() => clock.ms) };
}

function admitted(breaker: Breaker): Pass {
  const pass = breaker.admit();
  if (!('generation' in pass)) throw new Error(`refused for ${pass.waitSeconds} s`);
  return pass;
}

function opened() {
  const made = breakerAt();
  for (const key of ['a', 'b', 'c']) made.breaker.failed(admitted(made.breaker), key);
  return made;
}

describe('a closed breaker', () => {
  test('stays closed after two faults and opens with the third in a row', () => {
    const { breaker } = breakerAt();
    breaker.failed(admitted(breaker), 'b');
    breaker.failed(admitted(breaker), 'c');
    expect(breaker.state()).toBe('closed');
    breaker.failed(admitted(breaker), 'd');
    expect(breaker.state()).toBe('open');
  });

  test('is not opened by a single request that always fails', () => {
    const { breaker } = breakerAt();
    for (let fault = 0; fault < 100; fault++) breaker.failed(admitted(breaker), 'a');
    expect(breaker.state()).toBe('closed');
  });

  test('counts from the start again after a success', () => {
    const { breaker } = breakerAt();
    breaker.failed(admitted(breaker), 'e');
    breaker.failed(admitted(breaker), 'f');
    breaker.succeeded(admitted(breaker));
    breaker.failed(admitted(breaker), 'g');
    breaker.failed(admitted(breaker), 'h');
    expect(breaker.state()).toBe('closed');
  });

  test('opens after one limit, for as long as the provider says', () => {
    const { breaker, clock } = breakerAt();
    breaker.limited(120);
    expect(breaker.admit()).toEqual({ waitSeconds: 120, limited: true });
    clock.ms += 119_999;
    expect(breaker.admit()).toEqual({ waitSeconds: 1, limited: true });
    clock.ms += 1;
    expect(admitted(breaker).isProbe).toBe(true);
  });
});

describe('an open breaker', () => {
  test('refuses for 30 s and then lets exactly one probe through', () => {
    const { breaker, clock } = opened();
    clock.ms += 29_999;
    expect(breaker.admit()).toEqual({ waitSeconds: 1, limited: false });
    clock.ms += 1;
    expect(breaker.state()).toBe('half-open');
    expect(admitted(breaker).isProbe).toBe(true);
    for (let waiting = 0; waiting < 100; waiting++) expect(breaker.admit()).toHaveProperty('waitSeconds');
  });

  test('closes when its probe succeeds', () => {
    const { breaker, clock } = opened();
    clock.ms += 30_000;
    breaker.succeeded(admitted(breaker));
    expect(breaker.state()).toBe('closed');
    expect(admitted(breaker).isProbe).toBe(false);
  });

  test('opens for another 30 s when its probe fails', () => {
    const { breaker, clock } = opened();
    clock.ms += 30_000;
    breaker.failed(admitted(breaker), 'a');
    clock.ms += 29_999;
    expect(breaker.state()).toBe('open');
    clock.ms += 1;
    expect(breaker.state()).toBe('half-open');
  });

  test('gives up a lost probe after 10 s and sends another', () => {
    const { breaker, clock } = opened();
    clock.ms += 30_000;
    const lost = admitted(breaker);
    clock.ms += 9_999;
    expect(breaker.admit()).toEqual({ waitSeconds: 1, limited: false });
    clock.ms += 1;
    const second = admitted(breaker);
    breaker.failed(lost, 'a');
    expect('waitSeconds' in breaker.admit()).toBe(true);
    breaker.succeeded(second);
    expect(breaker.state()).toBe('closed');
  });

  test('lets another probe through at once if the first is withdrawn', () => {
    const { breaker, clock } = opened();
    clock.ms += 30_000;
    breaker.withdrawn(admitted(breaker));
    expect(admitted(breaker).isProbe).toBe(true);
  });

  test('keeps its probe if an earlier call or an abandoned probe is withdrawn', () => {
    const { breaker, clock } = breakerAt();
    const early = admitted(breaker);
    breaker.limited(30);
    clock.ms += 30_000;
    const lost = admitted(breaker);
    breaker.withdrawn(early);
    expect(breaker.admit()).toHaveProperty('waitSeconds');
    clock.ms += 10_000;
    admitted(breaker);
    breaker.withdrawn(lost);
    expect(breaker.admit()).toHaveProperty('waitSeconds');
  });

  test('is not closed by the late success of an earlier call', () => {
    const { breaker } = breakerAt();
    const early = admitted(breaker);
    for (const key of ['a', 'b', 'c']) breaker.failed(admitted(breaker), key);
    breaker.succeeded(early);
    expect(breaker.state()).toBe('open');
  });

  test('keeps the longest of several pauses', () => {
    const { breaker } = breakerAt();
    breaker.limited(300);
    breaker.limited(60);
    expect(breaker.admit()).toEqual({ waitSeconds: 300, limited: true });
  });
});
