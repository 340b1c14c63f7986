import { BellRing, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAtomValue } from 'jotai';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './alert-watch.module.css';
import { useWatchlist } from './use-watchlist.ts';
import type { Watchlist } from './watchlist.ts';

/** Checks the signed-in user's alerts on every page, and shows those that have come true until they are dismissed. */
export function AlertWatch() {
  const watchlist = useWatchlist();
  return watchlist && <Notices watchlist={watchlist} />;
}

function Notices({ watchlist }: { watchlist: Watchlist }) {
  const notices = useAtomValue(watchlist.noticesAtom);
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => watchlist.watch('alerts'), [watchlist]);
  return (
    // Always there, so that a screen reader hears what is put into it.
    <div ref={log} role="log" aria-label="Alerts" className={styles.notices}>
      {notices.map(({ id, ticker, text }) => (
        <div key={id} className={styles.notice}>
          <BellRing className={styles.icon} size={20} strokeWidth={1.75} aria-hidden />
          <p>
            <strong>{ticker}</strong>: {text}
          </p>
          <IconButton
            label={`Dismiss the alert of ${ticker}`}
            onClick={({ currentTarget }) => {
              const others = [...(log.current?.querySelectorAll('button') ?? [])];
              const next = others.find((button) => button !== currentTarget);
              // The button goes; the focus must not go with it.
              (next ?? document.getElementById('main'))?.focus({ preventScroll: true });
              watchlist.dismiss(id);
            }}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
