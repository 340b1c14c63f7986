import { DEFAULT_HORIZON_DAYS, type HorizonDays } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { queryFailure } from '../api/client.ts';
import { listingQuery } from '../api/listing-queries.ts';
import { withQueries } from '../api/query-client.tsx';
import { useFormat } from '../format/use-format.ts';
import { Skeleton } from '../ui/loading.tsx';
import { Modal } from '../ui/modal.tsx';
import { addAlert, MAX_ALERTS, ruleText } from '../user/alerts.ts';
import { priceScaleOf } from '../user/anchor.ts';
import { editAtom } from '../user/user-items.ts';
import { addListings, MAX_WATCHED, watchlistAtom, type Alert, type Watchlist } from '../user/watchlist.ts';
import styles from './alert-dialog.module.css';
import { AlertForm } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';
import { AlertNotes, usePush } from './alert-status.tsx';

interface AlertDialogProps {
  readonly ticker: string;
  readonly horizonDays?: HorizonDays;
  readonly price?: number;
  readonly onClose: () => void;
}

/** A listing's alerts and a form for a new one. Adding an alert adds the listing to the watchlist. */
export const AlertDialog = withQueries((props: AlertDialogProps) => {
  const { ticker, horizonDays = DEFAULT_HORIZON_DAYS, price, onClose } = props;
  const format = useFormat();
  const items = useAtomValueRawSync(watchlistAtom);
  const edit = useSetAtom(editAtom);
  const { data: listing, error } = useQuery(listingQuery(ticker, horizonDays));
  const push = usePush();
  const alerts = items.find((item) => item.ticker === ticker)?.alerts ?? [];
  const today = listing === undefined ? null : priceScaleOf(listing);
  const limit = limitMessage(ticker, items);

  function add(alert: Alert, name: string) {
    const isFirst = items.every((item) => item.alerts.length === 0);
    edit(addListings([{ ticker, name }]));
    edit(addAlert(ticker, alert, today));
    if (isFirst && push.state === 'ask') void push.turnOn();
  }

  return (
    <Modal title={`Alerts for ${ticker}`} onClose={onClose}>
      <div className={styles.content}>
        <AlertList
          label={`Alerts for ${ticker}`}
          alerts={alerts.map((alert) => ({
            ticker,
            alert,
            words: ruleText(format, ticker, alert, listing?.response ?? null, today),
          }))}
        />
        {listing !== undefined && limit !== null && <p className="note">{limit}</p>}
        {listing !== undefined && limit === null && (
          <AlertForm
            listing={listing}
            price={price}
            onAdd={(alert) => add(alert, listing.response.company_name)}
          />
        )}
        {listing === undefined && error === null && <Skeleton height={96} />}
        {listing === undefined && error !== null && (
          <p className="note" role="alert">
            {queryFailure(error, ticker)?.message}
          </p>
        )}
        <div className={styles.foot}>
          <AlertNotes {...push} />
          <p className="note">
            Triggered alerts are listed in <Link href="/today">Today</Link>, in every browser you sign in
            with.
          </p>
        </div>
      </div>
    </Modal>
  );
});

function limitMessage(ticker: string, items: Watchlist): string | null {
  const item = items.find((one) => one.ticker === ticker);
  if (item === undefined && items.length >= MAX_WATCHED)
    return `Adding an alert also adds the listing to your watchlist, which is full (${MAX_WATCHED} listings). Remove one first.`;
  return (item?.alerts.length ?? 0) >= MAX_ALERTS
    ? `You can set up to ${MAX_ALERTS} alerts per listing. Remove one first.`
    : null;
}
