import { Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { shareLink } from '../../shared/export/share-link.ts';
import styles from './header-card.module.css';
import { parseView, viewUrl } from './view-url.ts';

/** Hands on the view that is on screen: its link, or paper. */
export function ReportActions({ ticker }: { ticker: string }) {
  const [said, setSaid] = useState('');

  async function share() {
    // Read at the click, so that a change of the view renders nothing here.
    const link = new URL(viewUrl(parseView(location.search)), location.origin).href;
    const outcome = await shareLink({ title: `${ticker} on Candor`, link, navigator });
    setSaid(outcome === 'copied' ? 'Link copied' : outcome === 'refused' ? link : '');
  }

  return (
    <span className={styles.actions}>
      <output className={styles.said}>{said}</output>
      <button type="button" onClick={() => void share()}>
        <Share2 size={14} strokeWidth={1.75} aria-hidden />
        Share
      </button>
      <button type="button" onClick={() => print()}>
        <Printer size={14} strokeWidth={1.75} aria-hidden />
        Print
      </button>
    </span>
  );
}
