import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { startSchedule } from '#scripts/stack/schedule.ts';

let server: Server | null = null;
afterEach(() => {
  vi.useRealTimers();
  server?.close();
});

test('the local schedule runs at once and every minute, and reports failed runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let runs = 0;
  server = createServer((request, response) => {
    if (request.url === '/cdn-cgi/local/scheduled') runs += 1;
    response.writeHead(runs === 1 ? 200 : 500).end();
  }).listen(0);
  const lines: string[] = [];
  const { port } = server.address() as AddressInfo;
  const stopping = new AbortController();
  startSchedule(`http://127.0.0.1:${port}`, (line) => lines.push(line), stopping.signal);
  await vi.waitFor(() => expect(runs).toBe(1));
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('failed with an error')]));
  stopping.abort();
  vi.advanceTimersByTime(600_000);
  expect(runs).toBe(2);
});

test('a schedule that is stopped before it starts never runs, as after Ctrl-C during seeding', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const lines: string[] = [];
  startSchedule('http://127.0.0.1:9', (line) => lines.push(line), AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
  expect(lines).toEqual([]);
});
