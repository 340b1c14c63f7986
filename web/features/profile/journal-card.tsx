import { useState } from 'react';
import type { Format } from '../../shared/format/format.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { clearJournal, type JournalEntry } from '../../shared/user-data/forecast-journal.ts';
import { JournalResults, useJournal } from '../../shared/user-data/journal-results.tsx';
import { AskFirst } from '../../shared/ui/ask-first.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { download, toCsv } from '../../shared/export/download.ts';
import styles from './profile-page.module.css';

/** How the forecasts that the user was shown came out, in whichever browser. Live and simulated prices are never added up. */
export function JournalCard({ email }: { email: string }) {
  const { entries, isChecking, unreachable } = useJournal(email);
  const [isCleared, setCleared] = useState(false);
  function onClear() {
    clearJournal(email);
    setCleared(true);
  }

  return (
    <Card
      title="Verified hit rate"
      footer={entries.length > 0 && <JournalControls entries={entries} onClear={onClear} />}
    >
      <div className={styles.record}>
        <p className={styles.note}>
          Every forecast you see is saved in your account before its outcome is known, and later checked
          against the closing price of its target day.
        </p>
        <JournalResults entries={entries} />
        {isCleared && (
          <p ref={focusOnMount} tabIndex={-1} className={styles.note}>
            The journal is cleared.
          </p>
        )}
        <output className={styles.note}>
          {isChecking && 'Checking the closes of forecasts that are due.'}
          {!isChecking && entries.length > 0 && unreachable.length > 0 && unreachableText(unreachable)}
        </output>
      </div>
    </Card>
  );
}

/** For what takes the place of the button that had the focus. */
function focusOnMount(element: HTMLElement | null) {
  element?.focus();
}

function JournalControls({ entries, onClear }: { entries: readonly JournalEntry[]; onClear: () => void }) {
  const format = useFormat();
  return (
    <AskFirst
      action="Clear"
      label="Clear the forecast journal"
      question={`Clear ${forecastCount(format, entries.length)}? This cannot be undone.`}
      className={styles.controls}
      onClear={onClear}
    >
      {(button) => (
        <div className={styles.controls}>
          <Button
            size="sm"
            onClick={() => download('candor-forecasts.csv', forecastsToCsv(entries), 'text/csv')}
          >
            Export
          </Button>
          {button}
        </div>
      )}
    </AskFirst>
  );
}

function unreachableText(tickers: readonly string[]): string {
  return `There are no closing prices for ${tickers.join(', ')}; these forecasts stay open and are checked again on your next visit.`;
}

function forecastCount(format: Format, count: number): string {
  return count === 1 ? '1 recorded forecast' : `${format.count(count)} recorded forecasts`;
}

const COLUMNS = [
  'ticker',
  'source',
  'base_date',
  'base_close',
  'horizon_days',
  'target_date',
  'median',
  'low80',
  'high80',
  'low95',
  'high95',
  'model',
  'made_at',
] as const satisfies readonly (keyof JournalEntry)[];

/** Forecasts as CSV (RFC 4180), one line each, open ones with an empty outcome. Simulated prices are named in `source`. */
export function forecastsToCsv(entries: readonly JournalEntry[]): string {
  const lines = entries.map((entry) => [
    ...COLUMNS.map((column) => entry[column]),
    entry.outcome?.date ?? '',
    entry.outcome?.close ?? '',
  ]);
  return toCsv([[...COLUMNS, 'outcome_date', 'outcome_close'], ...lines]);
}
