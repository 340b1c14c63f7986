import { parseTicker } from '#compute';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { Link, useLocation } from 'wouter';
import { useAuth } from '../session/session-provider.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/loading.tsx';
import styles from './quick-search.module.css';
import { SearchField } from './search-field.tsx';
import type { Suggestions } from './suggestions.ts';
import { tickerFault } from './ticker-text.tsx';

const QuickSuggestions = lazy(async () => ({
  default: (await import('./quick-suggestions.tsx')).QuickSuggestions,
}));

/** A page has one such search. An id of React's would change when the page is hydrated. */
const ID = 'quick-search';

interface QuickSearchProps {
  /** What the field begins with. */
  readonly initial?: string;
  /** Stands below the field while it names no listing of the demo. */
  readonly children?: ReactNode;
}

/**
 * A way into the analysis from a page without one. A guest is sent to /login, which remembers the listing, and is offered the
 * demo of it where there is one. The suggestions load when the field gets the focus; without them it is a plain field.
 */
export function QuickSearch({ initial = '', children }: QuickSearchProps) {
  const [, navigate] = useLocation();
  const { user, storedUser } = useAuth();
  const isGuest = (user ?? storedUser) === null;
  const [text, setText] = useState(initial);
  const [fault, setFault] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null);
  const [active, setActive] = useState<string | null | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);

  const onText = useCallback((typed: string) => {
    setText(typed);
    setFault('');
  }, []);

  useEffect(() => {
    // Whoever came to the field before the page was hydrated.
    const { current } = input;
    if (current === null || document.activeElement !== current) return;
    onText(current.value.toUpperCase());
    setWanted(true);
  }, [onText]);

  function open(ticker: string) {
    const wanted = parseTicker(ticker);
    if (wanted.ok) navigate(`/prediction?${new URLSearchParams({ ticker: wanted.value })}`);
    else setFault(tickerFault(wanted.error));
  }

  /** A guest is offered the demo of a listing that has one, and chooses next between it and the button, which leads to /login. */
  function choose(ticker: string) {
    if (isGuest && isDemoListing(ticker)) setText(ticker);
    else open(ticker);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const option = suggestions?.active();
    if (option === undefined) open(suggestions?.submit() ?? text);
    else choose(suggestions?.choose(option) ?? option.symbol);
  }

  const ticker = text.trim();
  return (
    <search className={styles.search}>
      {/* The address is that of a submit before the page is hydrated. */}
      <form className={styles.form} action="/prediction" onSubmit={submit}>
        <SearchField
          id={ID}
          inputRef={input}
          name="ticker"
          text={text}
          suggestions={suggestions}
          active={active}
          onText={onText}
          onFocus={() => setWanted(true)}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={fault === '' ? undefined : `${ID}-fault`}
        >
          {isWanted && (
            <ErrorBoundary fallback={null}>
              <Suspense>
                <QuickSuggestions
                  id={ID}
                  text={text}
                  onReady={setSuggestions}
                  onActive={setActive}
                  onText={onText}
                  onChoose={({ symbol }) => choose(symbol)}
                />
              </Suspense>
            </ErrorBoundary>
          )}
        </SearchField>
        <Button type="submit" variant="primary">
          Search
        </Button>
      </form>
      <output id={`${ID}-fault`} className={styles.below}>
        {fault !== '' && <span className={styles.fault}>{fault}</span>}
        {fault === '' &&
          (isGuest && isDemoListing(ticker) ? (
            <Link href={`/demo?${new URLSearchParams({ ticker })}`}>
              See {ticker} in the demo (simulated prices)
            </Link>
          ) : (
            children
          ))}
      </output>
    </search>
  );
}

/** The listings of the sample market, which the demo shows to everyone; a test compares them with the Worker's. */
const SYMBOLS =
  '0700.HK 6758.T 7203.T AAPL ABBV ABNB ADBE AMD AMZN ASML.AS AVGO AZN.L BA BABA BAC BRK-B BTC-USD CAT COIN COST CRM CSCO CVX DIA DIS ETH-USD F GE GLD GM GOOGL GS HD HSBA.L IBM INTC IWM JNJ JPM KO LLY MA MC.PA MCD META MRK MSFT MU NESN.SW NFLX NKE NOVO-B.CO NVDA ORCL PEP PFE PG PLTR PYPL QCOM QQQ RY.TO SAP.DE SBUX SHEL.L SHOP SIE.DE SOL-USD SPY T TSLA TSM TXN UBER UNH V VOD.L VTI VZ WFC WMT XOM ^GSPC ^IXIC';

const DEMO_LISTINGS: ReadonlySet<string> = /* @__PURE__ */ new Set(SYMBOLS.split(' '));

/** Whether the demo has a listing of this ticker. */
export function isDemoListing(ticker: string): boolean {
  return DEMO_LISTINGS.has(ticker);
}
