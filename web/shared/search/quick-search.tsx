import { Link, useLocation } from 'wouter';
import { useAuth } from '../sign-in/auth-provider.tsx';
import styles from './listing-form.module.css';
import { ListingForm, type Entered } from './listing-form.tsx';
import { tellNextPage } from './look-up.ts';

/** A search on a page without an analysis. A guest is sent to /login, which remembers the listing, and is offered its demo. */
export function QuickSearch({ initial }: { initial?: string | undefined }) {
  const [, navigate] = useLocation();
  const isGuest = useIsGuest();

  function open({ ticker, text, isSuggestion }: Entered): null {
    // Next they choose between the demo, which is offered below, and the button, which leads to /login.
    if (isSuggestion && isGuest && isDemoListing(ticker)) return null;
    if (text !== null) tellNextPage({ text, symbol: ticker });
    navigate(`/prediction?${new URLSearchParams({ ticker })}`);
    return null;
  }

  return (
    <search className={styles.wide}>
      <ListingForm
        id="quick-search"
        action="Search"
        initial={initial}
        keepsText
        onEnter={open}
        below={DemoLink}
      />
    </search>
  );
}

function useIsGuest(): boolean {
  const { user, storedUser } = useAuth();
  return (user ?? storedUser) === null;
}

function DemoLink({ text: ticker }: { text: string }) {
  if (!useIsGuest() || !isDemoListing(ticker)) return null;
  return (
    <Link href={`/demo?${new URLSearchParams({ ticker })}`}>See {ticker} in the demo (simulated prices)</Link>
  );
}

/** The listings of the sample market, which the demo shows to everyone; a test compares them with the Worker's. */
const SYMBOLS =
  '0700.HK 6758.T 7203.T AAPL ABBV ABNB ADBE AMD AMZN ASML.AS AVGO AZN.L BA BABA BAC BRK-B BTC-USD CAT COIN COST CRM CSCO CVX DIA DIS ETH-USD EURUSD=X F GBPUSD=X GE GLD GM GOOGL GS HD HSBA.L IBM INTC IWM JNJ JPM KO LLY MA MC.PA MCD META MRK MSFT MU NESN.SW NFLX NKE NOVO-B.CO NVDA ORCL PEP PFE PG PLTR PYPL QCOM QQQ RY.TO SAP.DE SBUX SHEL.L SHOP SIE.DE SOL-USD SPY T TSLA TSM TXN UBER UNH USDJPY=X V VOD.L VTI VZ WFC WMT XLE XLF XLK XLV XOM ^GSPC ^IXIC';

const DEMO_LISTINGS: ReadonlySet<string> = /* @__PURE__ */ new Set(SYMBOLS.split(' '));

export function isDemoListing(ticker: string): boolean {
  return DEMO_LISTINGS.has(ticker);
}
