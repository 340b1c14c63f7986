import { ChevronDown } from 'lucide-react';
import { lazy, useEffect, useId, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { formatPercent } from '../../shared/format/percent.ts';
import { changeDecimals, formatPrice, formatSignedPrice } from '../../shared/format/money.ts';
import { Delta } from '../../shared/ui/delta.tsx';
import { Part } from '../../shared/ui/part.tsx';
import { SignalBadge } from '../../shared/ui/signal-badge.tsx';
import { useNow } from '../../shared/ui/use-now.ts';
import { CompanyLogo } from './company-logo.tsx';
import styles from './header-card.module.css';
import { provenanceParts } from './provenance.ts';
import { ReportActions } from './report-actions.tsx';
import { hasForecast, type ListingData } from './state.ts';

const loadReasons = () => import('./signal-reasons.tsx');
const SignalReasons = lazy(async () => ({ default: (await loadReasons()).SignalReasons }));

/** Ages are shown in minutes. */
const CLOCK_MS = 30_000;

/** Who, how much, which signal and why, and where the numbers come from. `action` is a control for the listing itself. */
export function HeaderCard({ data, action }: { data: ListingData; action?: ReactNode }) {
  const { response, analysis } = data;
  const { ticker, currency } = response;
  const { currentPrice, dayChange, dayChangePercent } = analysis;
  const forecasted = hasForecast(data) ? data : null;
  const signal = forecasted?.analysis.signal ?? null;
  const [isWhyOpen, setWhyOpen] = useState(false);
  const reasonsId = useId();
  const nowMs = useNow(CLOCK_MS);
  useEffect(() => {
    // On the page before its button can be pressed, and not before the price.
    void loadReasons().catch(() => undefined);
  }, []);
  const change = formatSignedPrice(dayChange, currency, changeDecimals(currentPrice));
  return (
    <section className={styles.card} aria-labelledby={`${reasonsId}-title`}>
      <div className={styles.row}>
        <CompanyLogo key={ticker} ticker={ticker} />
        <div className={styles.identity}>
          <h2 id={`${reasonsId}-title`} className={styles.ticker}>
            {ticker}
          </h2>
          <p className={styles.company}>
            {[response.company_name, response.exchange].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className={styles.price}>
          <span className={styles.amount}>{formatPrice(currentPrice, currency)}</span>
          <Delta
            value={dayChange}
            text={`${change} (${formatPercent(dayChangePercent, { signed: true })})`}
          />
        </div>
        <div className={styles.signal}>
          <span className={styles.signalLabel}>Model signal</span>
          <SignalBadge signal={signal?.level ?? null} />
          {signal !== null && (
            <button
              type="button"
              className={styles.why}
              aria-expanded={isWhyOpen}
              aria-controls={reasonsId}
              onClick={() => setWhyOpen(!isWhyOpen)}
            >
              Why
              <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
            </button>
          )}
        </div>
        {action}
      </div>
      {forecasted !== null && (
        <div id={reasonsId} hidden={!isWhyOpen}>
          {isWhyOpen && (
            <Part>
              <SignalReasons {...forecasted} />
            </Part>
          )}
        </div>
      )}
      <div className={styles.provenance}>
        {response.source === 'sample' && (
          <span className={styles.sample}>Sample market: simulated prices</span>
        )}
        <p>{provenanceParts(response, nowMs).join(' · ')}</p>
        <Link href={`/compare?${new URLSearchParams({ tickers: ticker })}`} className={styles.compare}>
          Compare
        </Link>
        <ReportActions ticker={ticker} />
      </div>
    </section>
  );
}
