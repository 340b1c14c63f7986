import { useEffect, useState } from 'react';
import { nowMs } from '../api/server-clock.ts';

/** The server's clock in epoch milliseconds, renewed every `everyMs`, for ages that are shown in minutes. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
