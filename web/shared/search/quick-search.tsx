import { useLocation } from 'wouter';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { analysisPathAtom } from '../sign-in/analysis-link.tsx';
import styles from './listing-form.module.css';
import { ListingForm, type ListingChoice } from './listing-form.tsx';
import { nameMatchAtom } from './ticker-text.tsx';

/** A search on a page without an analysis. */
export function QuickSearch({ initial }: { initial?: string | undefined }) {
  const [, navigate] = useLocation();
  const path = useAtomValueRawSync(analysisPathAtom);
  const setNameMatch = useSetAtom(nameMatchAtom);

  function open({ ticker, text }: ListingChoice): null {
    if (text !== null) setNameMatch({ text, symbol: ticker });
    navigate(`${path}?${new URLSearchParams({ ticker })}`);
    return null;
  }

  return (
    <search className={styles.wide}>
      <ListingForm id="quick-search" action="Search" initial={initial} onEnter={open} />
    </search>
  );
}
