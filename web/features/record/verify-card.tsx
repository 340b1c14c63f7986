import { Download } from 'lucide-react';
import type { RecordResponse } from '#worker/contract';
import { formatCount } from '../../shared/format/conventions.ts';
import { recordCsvUrl, type RecordQuery } from '../../shared/api/record-api.ts';
import { buttonClass } from '../../shared/ui/button-class.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import type { Recomputed } from './recompute.ts';
import styles from './record-page.module.css';
import { countText } from './record-words.ts';
import type { Recomputation } from './state.ts';

/** The rows for everyone, and a button that derives every figure of the page from them in this browser. */
export function VerifyCard({
  record,
  query,
  recomputation,
  onRecompute,
}: {
  record: RecordResponse;
  query: RecordQuery;
  recomputation: Recomputation;
  onRecompute: () => void;
}) {
  return (
    <Card title="Check it yourself">
      <div className={styles.verify}>
        <p>
          Every row carries a SHA-256 hash of itself and of the row before it. A row that is changed, removed
          or slipped in later breaks the chain from there on. {fileText(record.forecasts, query.ticker)}
        </p>
        <div className={styles.buttons}>
          <Button
            busy={recomputation.status === 'running'}
            busyLabel="Recomputing…"
            onClick={onRecompute}
            variant="primary"
          >
            Recompute in your browser
          </Button>
          <a
            className={buttonClass('quiet', 'md')}
            href={recordCsvUrl(query)}
            download={`candor-record-${record.ledger}.csv`}
          >
            <Download size={16} strokeWidth={1.75} aria-hidden /> Download CSV
          </a>
        </div>
        <output className={styles.output}>
          {recomputation.status === 'failed' && recomputation.message}
          {recomputation.status === 'done' && <Findings result={recomputation.result} />}
        </output>
      </div>
    </Card>
  );
}

/** The file always holds the whole ledger; `forecasts` counts what the page shows of it. */
function fileText(forecasts: number, ticker: string | null): string {
  return ticker === null
    ? `The file has all ${countText(forecasts, 'forecast')} with their outcomes.`
    : `The file has the forecasts of all listings with their outcomes, not of ${ticker} alone.`;
}

function Findings({ result }: { result: Recomputed }) {
  const { rows, brokenLinks, head, figures, differences } = result;
  const [first] = brokenLinks;
  return (
    <>
      <p className={first === undefined ? styles.holds : styles.breaks}>
        {first === undefined
          ? `${countText(rows, 'row')} read, chain unbroken. Last hash: `
          : `The chain is broken at ${countText(brokenLinks.length, 'row')}, first at row ${formatCount(first)}. Last hash: `}
        <code>{head.slice(0, 16)}…</code>
      </p>
      <p className={differences.length === 0 ? styles.holds : styles.breaks}>
        {differences.length === 0
          ? `${countText(figures, 'figure')} of this page derived anew from the rows: all equal, to the last digit.`
          : `${formatCount(differences.length)} of ${countText(figures, 'figure')} differ from the page, first ${differences[0]}.`}
      </p>
    </>
  );
}
