import { useFormat } from '../../shared/format/use-format.ts';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import { ruleKey, ruleText } from '../../shared/watchlist/alert-rule.ts';
import { askToNotify, notifyPermission, type NotifyPermission } from '../../shared/watchlist/notify.ts';
import type { Watchlist } from '../../shared/watchlist/watchlist.ts';
import { MAX_ALERTS, type WatchlistItem } from '../../shared/watchlist/watchlist-items.ts';
import styles from './alert-dialog.module.css';
import { AlertForm } from './alert-form.tsx';

interface AlertDialogProps {
  readonly watchlist: Watchlist;
  readonly item: WatchlistItem;
  /** Of the listing; empty until a quote has told it. */
  readonly currency: string;
  readonly onClose: () => void;
}

/** The alerts of one listing. */
export function AlertDialog({ watchlist, item, currency, onClose }: AlertDialogProps) {
  const format = useFormat();
  const { ticker, alerts } = item;
  const content = useRef<HTMLDivElement>(null);
  return (
    <Modal title={`Alerts for ${ticker}`} onClose={onClose}>
      <div ref={content} className={styles.content}>
        {alerts.length === 0 ? (
          <p className={styles.note}>No alerts yet.</p>
        ) : (
          <ul className={styles.alerts} aria-label={`Alerts for ${ticker}`}>
            {alerts.map(({ rule, isMet }) => (
              <li key={ruleKey(rule)}>
                <span>Tell me when the {ruleText(format, rule, currency)}</span>
                {isMet && <span className={styles.met}>met</span>}
                <IconButton
                  label={`Remove: ${ruleText(format, rule, currency)}`}
                  onClick={() => {
                    watchlist.removeAlert(ticker, rule);
                    // The button goes with its alert; the focus stays in the dialog.
                    content.current?.querySelector('select')?.focus();
                  }}
                >
                  <X size={16} strokeWidth={1.75} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {alerts.length < MAX_ALERTS ? (
          <AlertForm currency={currency} onAdd={(rule) => watchlist.addAlert(ticker, rule)} />
        ) : (
          <p className={styles.note}>{MAX_ALERTS} alerts are as many as a listing may have.</p>
        )}
        <div className={styles.foot}>
          <p className={styles.note}>
            Checked while the app is open, about once a minute. An alert tells you once, and again only after
            it has stopped holding.
          </p>
          <NotifyState />
        </div>
      </div>
    </Modal>
  );
}

/** Asks for the browser's notifications when the user presses the button, never before. */
function NotifyState() {
  const [permission, setPermission] = useState<NotifyPermission>(notifyPermission);
  return (
    <output className={styles.note}>
      {permission === 'default' && (
        <Button size="sm" onClick={() => void askToNotify().then(setPermission)}>
          Notify me through this browser too
        </Button>
      )}
      {permission === 'granted' && 'This browser notifies you too, even when the tab is in the background.'}
      {permission === 'denied' &&
        'This browser blocks notifications of this site. Alerts show in the app; its settings can change that.'}
      {permission === 'unsupported' && 'This browser has no notifications. Alerts show in the app.'}
    </output>
  );
}
