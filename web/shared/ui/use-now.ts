import { useEffect, useState } from 'react';
import { nowMs } from '../api/server-clock.ts';

/** The server's time in epoch milliseconds, updated every `everyMs`; the default suits ages shown in minutes. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
