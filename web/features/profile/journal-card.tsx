import { useSetAtom } from '../../store.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { editAtom } from '../../shared/user/user-items.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { clearJournal } from '../../shared/user/forecast-journal.ts';
import { JournalResults, useJournal } from '../../shared/journal/journal-results.tsx';
import { ConfirmButton } from '../../shared/ui/ask-first.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './profile-page.module.css';

export const JournalCard = withQueries(() => {
  const format = useFormat();
  const edit = useSetAtom(editAtom);
  const { entries, isChecking, unreachable } = useJournal();
  const count = entries.length === 1 ? '1 saved forecast' : `${format.count(entries.length)} saved forecasts`;

  return (
    <Card
      title="Verified hit rate"
      footer={
        entries.length > 0 && (
          <ConfirmButton
            action="Clear"
            label="Clear the forecast journal"
            question={`Clear ${count}? This cannot be undone.`}
            className={styles.controls}
            onClear={() => edit(clearJournal())}
          />
        )
      }
    >
      <div className={styles.record}>
        <p className={styles.note}>
          Each forecast you open on the analysis page is saved before its outcome is known, then checked
          against the close on its target date.
        </p>
        <JournalResults entries={entries} />
        <output className={styles.note}>
          {isChecking && 'Checking forecasts that are due…'}
          {!isChecking &&
            entries.length > 0 &&
            unreachable.length > 0 &&
            `Couldn’t get closing prices for ${unreachable.join(', ')}. These forecasts stay open and will be checked on your next visit.`}
        </output>
      </div>
    </Card>
  );
});
