import { Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import styles from './header-card.module.css';
import { parseView, viewUrl } from '../view-url.ts';

/** Hands on the view that is on screen: its link, or paper. */
export function ReportActions({ ticker }: { ticker: string }) {
  const [notice, setNotice] = useState('');

  async function share() {
    // Read at the click, so that a change of the view renders nothing here.
    const link = new URL(viewUrl(parseView(location.search)), location.origin).href;
    const outcome = await shareLink({ title: `${ticker} on Candor`, link, navigator });
    setNotice(outcome === 'copied' ? 'Link copied' : outcome === 'refused' ? link : '');
  }

  return (
    <span className={styles.actions}>
      <output className={styles.notice}>{notice}</output>
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

interface ShareRequest {
  readonly title: string;
  readonly link: string;
  readonly navigator: Pick<Navigator, 'clipboard'> & Partial<Pick<Navigator, 'share'>>;
}

/**
 * Shares a link the device's own way where there is one, else copies it. `cancelled`: the person closed the device's
 * sheet. `refused`: neither is allowed here, and the link has to be shown.
 */
export async function shareLink({
  title,
  link,
  navigator,
}: ShareRequest): Promise<'shared' | 'cancelled' | 'copied' | 'refused'> {
  if (navigator.share !== undefined) {
    try {
      await navigator.share({ title, url: link });
      return 'shared';
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'cancelled';
      // Not allowed here, as in a frame: copying may be.
    }
  }
  try {
    await navigator.clipboard.writeText(link);
    return 'copied';
  } catch {
    return 'refused';
  }
}
