import { useState } from 'react';
import type { Format } from '#compute';
import { useFormat } from '../../shared/format/use-format.ts';
import { clearJournal, type JournalEntry } from '../../shared/user-data/forecast-journal.ts';
import { JournalResults, useJournal } from '../../shared/user-data/journal-results.tsx';
import { AskFirst } from '../../shared/ui/ask-first.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { focusIfLost } from '../../shared/ui/focus.ts';
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
          <p ref={focusIfLost} tabIndex={-1} className={styles.note}>
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

function JournalControls({ entries, onClear }: { entries: readonly JournalEntry[]; onClear: () => void }) {
  const format = useFormat();
  return (
    <AskFirst
      action="Clear"
      label="Clear the forecast journal"
      question={`Clear ${forecastCount(format, entries.length)}? This cannot be undone.`}
      className={styles.controls}
      onClear={onClear}
    />
  );
}

function unreachableText(tickers: readonly string[]): string {
  return `There are no closing prices for ${tickers.join(', ')}; these forecasts stay open and are checked again on your next visit.`;
}

function forecastCount(format: Format, count: number): string {
  return count === 1 ? '1 recorded forecast' : `${format.count(count)} recorded forecasts`;
}
