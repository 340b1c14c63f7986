import { useState } from 'react';
import { isReducedData } from '../../shared/settings/is-reduced-data.ts';
import styles from './header-card.module.css';

/** `{symbol}` stands for the ticker; an empty template means letters only. */
const LOGO_URL_TEMPLATE =
  import.meta.env.VITE_LOGO_URL_TEMPLATE ??
  'https://assets.parqet.com/logos/symbol/{symbol}?format=png&size=100';

/**
 * A company's logo by ticker from the configured service; the ticker's first letter until it is there, if it fails,
 * and where the reader wants little traffic.
 */
export function CompanyLogo({ ticker }: { ticker: string }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const isWanted = LOGO_URL_TEMPLATE !== '' && !isReducedData();
  const isShown = isWanted && state === 'shown';
  return (
    <span className={styles.logo} aria-hidden="true">
      {!isShown && ticker.slice(0, 1)}
      {isWanted && state !== 'failed' && (
        <img
          src={LOGO_URL_TEMPLATE.replace('{symbol}', encodeURIComponent(ticker))}
          alt=""
          referrerPolicy="no-referrer"
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </span>
  );
}
