import { Link } from 'wouter';
import { ProsePage, ProseSection } from '../../shared/ui/page.tsx';

export function DataPage() {
  return (
    <ProsePage
      title="About the data"
      lead="Every price on the analysis page shows its source, its time, its delay and whether the market is open. This page explains those words."
    >
      <ProseSection id="sources" title="Sources">
        <p>
          This installation runs either on live market data or on a sample market. The line under the price
          says which. It never switches from live to sample on its own.
        </p>
        <ul>
          <li>
            <strong>Prices, volume and history:</strong> daily bars of up to five years, from Yahoo Finance.
            Its interface is unofficial and meant for personal use; running Candor as a business needs a
            licensed source.
          </li>
          <li>
            <strong>Where the operator has set keys:</strong> Twelve Data is the backup for price history and
            Finnhub for quotes; Finnhub also supplies news and key figures. Where the operator has turned it
            on, Coinbase is the backup for coins.
          </li>
          <li>
            <strong>Figures that no source gives</strong>, such as a market cap, are shown as N/A or left out.
            They are never estimated.
          </li>
          <li>
            <strong>Company logos and news pictures</strong> are loaded from other servers, without telling
            them which page you are on.
          </li>
        </ul>
      </ProseSection>

      <ProseSection id="delay" title="Delay and age">
        <ul>
          <li>
            <strong>Delay:</strong> exchanges release free quotes late, usually by 15 minutes. The line under
            the price shows the delay.
          </li>
          <li>
            <strong>Exchange time:</strong> the time of the last trade, on the exchange’s own clock. Settings
            can show all times in your own time zone or in UTC.
          </li>
          <li>
            <strong>Fetched:</strong> when our server asked the source. While the market is open and the page
            is visible, it asks again once a minute. When the market is closed, there is nothing new to fetch.
          </li>
          <li>
            <strong>Stale:</strong> the source did not respond, or nothing newer arrived in two minutes of an
            open market. You see the last good prices with their time. They are kept for 30 days.
          </li>
        </ul>
      </ProseSection>

      <ProseSection id="counting" title="How figures are calculated">
        <ul>
          <li>
            The ranges 1W to 1Y go back 7, 30, 90, 180 and 365 calendar days from the last session. A range
            with too little price history is not shown.
          </li>
          <li>The day’s change is measured from the previous session’s close.</li>
          <li>
            Prices are adjusted for splits, not for dividends. The “Dividends and splits” card of a share or
            fund shows what dividends add.
          </li>
          <li>Charts skip weekends and holidays: sessions are drawn side by side.</li>
          <li>Prices are in the currency of their exchange. London prices in pence stay in pence.</li>
          <li>News goes back seven days.</li>
        </ul>
      </ProseSection>

      <ProseSection id="simulated" title="What is simulated">
        <ul>
          <li>
            The <Link href="/about#sample-market">sample market</Link>: a program makes up its prices, news
            and sentiment. The analysis page says so.
          </li>
          <li>The three cards on the home page, also labelled.</li>
          <li>“Accuracy Rate” on the profile page is random, and labelled “Simulated”.</li>
          <li>Figures marked “Sample figure, not measured” are marketing text.</li>
        </ul>
      </ProseSection>
    </ProsePage>
  );
}
