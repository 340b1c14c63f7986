import { alertKey } from '#compute';
import type { AlertStatus } from '#worker/contract';
import { Bell, BellOff, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSetAtom } from '../../store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { removeAlert } from '../user/alerts.ts';
import { editAtom } from '../user/user-items.ts';
import type { Alert } from '../user/watchlist.ts';
import { alertEdit } from '../user/watchlist-edits.ts';
import styles from './alert-list.module.css';
import { AlertState } from './alert-state.tsx';

export interface ListedAlert {
  readonly ticker: string;
  readonly alert: Alert;
  readonly words: string;
  readonly detail?: ReactNode;
}

interface AlertListProps {
  readonly label: string;
  readonly alerts: readonly ListedAlert[];
  readonly status: AlertStatus | undefined;
}

export function AlertList({ label, alerts, status }: AlertListProps) {
  const edit = useSetAtom(editAtom);
  const [removed, setRemoved] = useState<ListedAlert | null>(null);
  const store = ({ ticker, alert }: ListedAlert) => edit(() => [alertEdit(ticker, alert.rule, alert)]);
  return (
    <>
      {alerts.length > 0 && (
        <ul className={styles.alerts} aria-label={label}>
          {alerts.map((listed) => (
            <li key={alertKey(listed.ticker, listed.alert.rule)}>
              <Row
                {...listed}
                status={status}
                onRearm={() => store({ ...listed, alert: { rule: listed.alert.rule, once: 'armed' } })}
                onRemove={() => {
                  edit(removeAlert(listed.ticker, listed.alert.rule));
                  setRemoved(listed);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <output className={styles.removed}>
        {removed && (
          <>
            <span>Removed: {removed.words}.</span>
            <Button
              size="sm"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone
              autoFocus
              onClick={() => {
                store(removed);
                setRemoved(null);
              }}
            >
              Undo
            </Button>
          </>
        )}
      </output>
    </>
  );
}

interface RowProps extends ListedAlert {
  readonly status: AlertStatus | undefined;
  readonly onRearm: () => void;
  readonly onRemove: () => void;
}

function Row({ ticker, alert, words, detail, status, onRearm, onRemove }: RowProps) {
  const isOver = alert.once === 'triggered';
  const Icon = isOver ? BellOff : Bell;
  return (
    <>
      <Icon size={16} aria-hidden />
      <div className={styles.alert}>
        <p>{words}</p>
        <p>
          <AlertState ticker={ticker} alert={alert} status={status} />
        </p>
        {detail}
      </div>
      {isOver && (
        <Button size="sm" onClick={onRearm}>
          Set again
        </Button>
      )}
      <IconButton label={`Remove alert: ${words}`} onClick={onRemove} icon={X} />
    </>
  );
}
