import { alertKey } from '#compute';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { lookText, PushNote, useAlertStatus, usePush } from '../../shared/alerts/alert-status.tsx';
import { readyQuote, type QuoteRows } from '../../shared/api/quotes-query.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ruleText, withoutAlert } from '../../shared/user-data/alerts.ts';
import type { Watchlist, WatchlistItems } from '../../shared/user-data/watchlist.ts';
import { PushLimits } from './push-limits.tsx';
import styles from './today-page.module.css';

interface AlertsCardProps {
  readonly watchlist: Watchlist;
  readonly items: WatchlistItems;
  readonly rows: QuoteRows;
}

/** Every alert of the user: what it waits for, whether it is watched, and how. */
export function AlertsCard({ watchlist, items, rows }: AlertsCardProps) {
  const format = useFormat();
  const list = useRef<HTMLUListElement>(null);
  const status = useAlertStatus();
  const push = usePush(status);
  const alerts = items.flatMap(({ ticker, alerts: own }) =>
    own.map(({ rule }) => ({ ticker, rule, quote: readyQuote(rows, ticker) })),
  );
  return (
    <Card
      title="Your alerts"
      footer={
        <div className={styles.foot}>
          <p className="note">{lookText(status)}</p>
          <PushNote status={status} push={push} />
          {push.state === 'on' && <PushLimits owner={watchlist.owner} />}
        </div>
      }
    >
      {alerts.length === 0 && (
        <p className="note">
          None yet. Set one with the bell of a listing’s analysis, on the workbench, or in the menu of a row
          of <Link href="/watchlist">your watchlist</Link>.
        </p>
      )}
      <ul ref={list} className={styles.rows} aria-label="Your alerts" tabIndex={-1}>
        {alerts.map(({ ticker, rule, quote }) => {
          const key = alertKey(ticker, rule);
          const words = ruleText(format, ticker, rule, quote?.currency ?? '', quote);
          return (
            <li key={key} className={styles.alert}>
              <div>
                <p>
                  Tell me when {words}.{' '}
                  {status?.unwatched.includes(key) === true && <Badge tone="neutral">not yet watched</Badge>}
                </p>
                {quote !== null && (
                  <p className="note">Now {format.price(quote.current_price, quote.currency)}</p>
                )}
              </div>
              <IconButton
                label={`Remove: ${words}`}
                onClick={() => {
                  // The button goes with its alert; the focus must not.
                  list.current?.focus();
                  watchlist.change((all) => withoutAlert(all, ticker, rule));
                }}
                icon={X}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
