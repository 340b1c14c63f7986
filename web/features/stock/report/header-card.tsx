import { ChevronDown, Printer, Scale, Share2 } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Link } from 'wouter';
import { briefTexts, provenanceParts, SIMULATED } from '#compute';
import { readAt } from '../../../shared/api/snapshot.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Delta, SignalBadge } from '../../../shared/ui/badge.tsx';
import { AsyncPart, lazyComponent } from '../../../shared/ui/loading.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { useSettings } from '../../../shared/user/settings.ts';
import { StarButton } from '../../../shared/user/star-button.tsx';
import styles from './header-card.module.css';
import { hasForecast, type Listing } from '../../../shared/api/listing-queries.ts';
import { AfterFirstScreen } from '../use-screen.tsx';
import { parseView, useStockView, viewQuery } from '../use-stock-view.ts';

const SignalReasons = lazyComponent(() => import('./report-below.tsx'), 'SignalReasons');
const AlertButton = lazyComponent(() => import('../../../shared/alerts/alert-button.tsx'), 'AlertButton');

export const HeaderCard = memo(function HeaderCard({ data }: { data: Listing }) {
  const id = useId();
  const [isWhyOpen, setWhyOpen] = useState(false);
  const { response } = data;
  const { ticker } = response;
  return (
    <section className="surface" aria-labelledby={`${id}-title`}>
      <div className={styles.row}>
        <CompanyLogo key={ticker} ticker={ticker} />
        <div className={styles.identity}>
          <h2 id={`${id}-title`} className={styles.ticker}>
            {ticker}
          </h2>
          <p className={styles.company}>
            {[response.company_name, response.exchange].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Price data={data} />
        <div className={styles.signal}>
          <span className="note">Model signal</span>
          <SignalBadge signal={hasForecast(data) ? data.analysis.signal.level : null} />
          {hasForecast(data) && (
            <>
              <span className={styles.basis}>past trend</span>
              <button
                type="button"
                className={styles.why}
                aria-expanded={isWhyOpen}
                aria-controls={id}
                onClick={() => setWhyOpen(!isWhyOpen)}
              >
                Why
                <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
              </button>
            </>
          )}
        </div>
        <StarButton ticker={ticker} name={response.company_name} />
        <Bell ticker={ticker} />
      </div>
      {hasForecast(data) && (
        <div id={id} hidden={!isWhyOpen}>
          {isWhyOpen && (
            <AsyncPart>
              <SignalReasons {...data} />
            </AsyncPart>
          )}
        </div>
      )}
      <Provenance data={data} />
    </section>
  );
});

function Price({ data: { response, analysis } }: { data: Listing }) {
  const format = useFormat();
  const { currentPrice, dayChange, dayChangePercent } = analysis;
  const change = format.signedPrice(dayChange, response, currentPrice);
  return (
    <div className={styles.price}>
      <span className={styles.amount}>{format.price(currentPrice, response)}</span>
      <Delta value={dayChange} text={`${change} (${format.percent(dayChangePercent, { signed: true })})`} />
    </div>
  );
}

function Bell({ ticker }: { ticker: string }) {
  const { horizonDays } = useStockView();
  return (
    <span className={styles.alert}>
      <AfterFirstScreen>
        <AlertButton ticker={ticker} horizonDays={horizonDays} />
      </AfterFirstScreen>
    </span>
  );
}

function Provenance({ data }: { data: Listing }) {
  const format = useFormat();
  const { response } = data;
  const nowMs = useNow();
  return (
    <div className={styles.provenance}>
      <div className={styles.source}>
        {response.source === 'sample' && <span className={styles.sample}>{SIMULATED}</span>}
        <p>{provenanceParts(format, readAt(data, nowMs), nowMs).join(' · ')}</p>
      </div>
      <ReportActions data={data} />
    </div>
  );
}

/** `{symbol}` stands for the ticker; an empty template shows letters only. */
const LOGO_URL_TEMPLATE =
  import.meta.env.VITE_LOGO_URL_TEMPLATE ??
  'https://assets.parqet.com/logos/symbol/{symbol}?format=png&size=100';

/** A company's logo. Shows the ticker's first letter until it has loaded, if it fails, and with reduced data. */
export function CompanyLogo({ ticker }: { ticker: string }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const isReduced = useSettings().traffic === 'reduced';
  const isWanted = LOGO_URL_TEMPLATE !== '' && !isReduced;
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

function ReportActions({ data }: { data: Listing }) {
  const format = useFormat();
  const [notice, setNotice] = useState('');
  const { ticker } = data.response;

  async function share() {
    const text = hasForecast(data) ? briefTexts(format, data).join(' ') : '';
    // Reads the URL on click, so that a change of the view does not re-render this.
    const { href: url } = new URL(viewQuery(parseView(location.search)), location.href);
    setNotice(await shareLink({ title: `${ticker} on Candor`, text, url }));
  }

  return (
    <span role="group" aria-label="Page actions" className={styles.actions}>
      <output className={styles.notice}>{notice}</output>
      <Link href={`/compare?${new URLSearchParams({ tickers: ticker })}`}>
        <Scale size={16} strokeWidth={1.75} aria-hidden />
        <span>Compare</span>
      </Link>
      <button type="button" onClick={() => void share()}>
        <Share2 size={16} strokeWidth={1.75} aria-hidden />
        <span>Share</span>
      </button>
      <button type="button" onClick={() => print()}>
        <Printer size={16} strokeWidth={1.75} aria-hidden />
        <span>Print</span>
      </button>
    </span>
  );
}

/** Shares a link through the device if it can, else copies it. Returns the notice: the link itself if neither is allowed here. */
export async function shareLink(data: ShareData & { readonly url: string }): Promise<string> {
  if ('share' in navigator) {
    try {
      await navigator.share(data);
      return '';
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return '';
      // Sharing is not allowed here, for example in a frame. Copying may be.
    }
  }
  try {
    await navigator.clipboard.writeText(data.url);
    return 'Link copied';
  } catch {
    return data.url;
  }
}
