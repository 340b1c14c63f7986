import { Link } from 'wouter';
import { ProsePage, ProseSection } from '../../shared/ui/page.tsx';

/** Where the numbers come from, how late they are, and which of them are simulated. */
export function DataPage() {
  return (
    <ProsePage
      title="About the data"
      lead="Every price on the analysis page says who supplied it, when it was true, how late it is and whether the market is open. This page says what those words mean."
    >
      <ProseSection id="sources" title="Sources">
        <p>
          This installation runs either on live market data or on a sample market. The line under the price
          says which. It never changes from live to sample by itself.
        </p>
        <ul>
          <li>
            <strong>Prices, volume and history:</strong> daily bars of up to five years, from Yahoo Finance.
            Its interface is unofficial and meant for personal use; running Candor as a business needs a
            licensed source.
          </li>
          <li>
            <strong>Where the operator has set keys:</strong> Twelve Data stands in for the history, Finnhub
            for the quote, and Finnhub supplies news and key figures.
          </li>
          <li>
            <strong>Figures that no source states</strong>, such as a market cap, are shown as N/A or left
            out. They are never filled in.
          </li>
          <li>
            <strong>Company logos and news pictures</strong> are loaded from other servers, without telling
            them which page you are on.
          </li>
        </ul>
      </ProseSection>

      <ProseSection id="delay" title="How late it is">
        <ul>
          <li>
            <strong>Delay:</strong> exchanges pass free quotes on with a delay, usually 15 minutes. The line
            under the price states it.
          </li>
          <li>
            <strong>Exchange time:</strong> the time of the last trade, on the exchange’s own clock. Settings
            can show all times in your own time zone or in UTC.
          </li>
          <li>
            <strong>Fetched:</strong> when our server asked the source. While the market is open and the page
            is visible, it asks again once a minute. A closed market has nothing new.
          </li>
          <li>
            <strong>Stale:</strong> the source does not answer, or nothing newer came in two minutes of an
            open market. You see the last good copy with its time. It is kept for 30 days.
          </li>
        </ul>
      </ProseSection>

      <ProseSection id="counting" title="How it is counted">
        <ul>
          <li>
            The ranges 1W to 1Y go back 7, 30, 90, 180 and 365 calendar days from the last session. A range
            for which there are not enough prices is not shown.
          </li>
          <li>The day’s change is against the close of the session before.</li>
          <li>
            Prices are adjusted for splits, not for dividends. What dividends add is in the card “Dividends
            and splits” of a share or fund.
          </li>
          <li>Charts have no holes for weekends and holidays: sessions stand side by side.</li>
          <li>Prices stay in the currency of their exchange; pence stay pence.</li>
          <li>News goes back seven days.</li>
        </ul>
      </ProseSection>

      <ProseSection id="simulated" title="What is simulated">
        <ul>
          <li>
            The <Link href="/about#sample-market">sample market</Link>: prices, news and sentiment are made up
            by a program. The analysis page says so.
          </li>
          <li>The three cards on the home page, also labelled.</li>
          <li>“Accuracy Rate” on the profile page counts at random, and says “Simulated”.</li>
          <li>Figures marked “Sample figure, not measured” are marketing text.</li>
        </ul>
      </ProseSection>

      <ProseSection id="privacy" title="What is yours">
        <p>
          Your lists, alerts, settings and drawings are kept with your account, for you alone.{' '}
          <Link href="/privacy">All that is stored about you</Link>
        </p>
      </ProseSection>
    </ProsePage>
  );
}
