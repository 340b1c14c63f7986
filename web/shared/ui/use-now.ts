import { useEffect, useState } from 'react';

/** The clock in epoch milliseconds, renewed every `everyMs`, for ages that are shown in minutes. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
