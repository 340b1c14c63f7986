import { FITTED_FROM, FITTED_UNTIL, MIN_FORECAST_BARS, SIGNAL_SCORE, STRONG_SIGNAL_SCORE } from '#compute';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { ProsePage, ProseSection, ProseTable } from '../../shared/ui/page.tsx';
/** Scores for 1, 7, 14 and 30 trading days. Source: `compute/README.md` ("The forecast in parts"); a test compares the two. */
import { EarningsSection, KindsSection, WeakSection } from './weaknesses.tsx';
import measured from './measured-scores.json' with { type: 'json' };

export function MethodPage() {
  const format = useFormat();
  return (
    <ProsePage
      title="How the forecast works"
      lead="Nobody can know tomorrow’s price. But we can estimate how far it may move, and measure how often those ranges held. This page explains how Candor does both."
    >
      <ProseSection id="median" title="The middle line">
        <p>
          The median path is the last price plus a small drift: <strong>0.03% per session</strong> for every
          share, at most that for funds and indices, none for currencies, coins, futures and yields. It does
          not predict direction. We also tested extending past trends into the future, and that did worse. So
          the Expected Change is small, and the signals table nearly always says HOLD: past prices don’t
          support a median of +2% or more within a few days.
        </p>
      </ProseSection>

      <ProseSection id="range" title="The range around it">
        <p>
          Width is what the model is good at. A formula (a regression fitted on many listings at once) takes a
          listing’s own recent price moves and estimates how strongly its price will swing over the coming
          trading days. The range allows for rare large moves (fat tails) and leans to one side where prices
          do. It also widens or narrows with how far earlier forecasts for that listing missed.
        </p>
        <p>
          The shading shows the central <strong>50, 80 and 95%</strong>: 8 in 10 outcomes should fall inside
          the 80% range. The chances of a 2% move and the confidence come from the same estimate. Confidence
          is the chance of a close within ±2% (1 day), ±3% (7 days) or ±5% (14 and 30 days) of the median.
          Days are trading days: weekends and exchange holidays are skipped. The holidays of 42 exchanges are
          known, until the end of 2026 or 2027. Elsewhere and after that, dates follow the exchange’s usual
          week, and the analysis says so.
        </p>
        <p>
          A forecast needs at least {MIN_FORECAST_BARS} days of prices, and uses only prices up to the moment
          it’s made. While the market is open, the unfinished day doesn’t count as a full one: the width comes
          from the days before it, and the range runs from now to each close. On past ex-dividend dates the
          dividend is added back, so that paying it doesn’t count as a price move. Future dividends are not in
          the forecast.
        </p>
      </ProseSection>

      <ProseSection id="record" title="The track record">
        <p>
          The Track record card replays this exact model on the listing’s own past: one forecast every fifth
          session over the last 250 sessions with a known outcome, each using only earlier prices. The model
          was fitted on prices from <span className="formatted">{format.isoDate(FITTED_FROM)}</span> to{' '}
          <span className="formatted">{format.isoDate(FITTED_UNTIL)}</span>. A forecast replayed between these
          dates is in-sample: the model has already seen what came next. That makes it look better than it is,
          by 0.2% of the error at 1 day and about 1% at 30. The card shows how often the ranges held, whether
          the median beat “no change”, and whether the ranges beat a baseline: a range with constant
          volatility and the same drift. It doesn’t show how often the median got the direction right. The
          median always leans upward, so that figure would only say how often the price rose. Each figure has
          a 95% interval: its true value lies there with 95% confidence. The interval comes from how much
          periods of two months or more differ from each other. Good and bad weeks cluster, so counting single
          forecasts would make a figure look more certain than it is. If the interval includes “no change”,
          the card says the median did neither clearly better nor clearly worse.
        </p>
        <div className="formatted">
          <ProseTable
            caption="Measured on 40 listings, each scored by a model fitted without any listing from its own era. The last two rows are error ratios: below 1 beats the baseline, a range with constant volatility and the same drift. For the last row, the fit also left out every outcome from the scored years."
            headers={['Trading days', '1', '7', '14', '30']}
            rows={measured.map(({ name, values }) =>
              [
                name,
                values.map((value) =>
                  value.includes('.') ? format.sentence(value) : format.count(Number(value)),
                ),
              ].flat(),
            )}
          />
        </div>
        <p>
          The improvement over the baseline is 4% of the error at 1 day and 1 to 2% at 30. Three settings of
          the fit (tail weight, regularization, and how much a listing’s own past counts) were chosen on the
          same 40 listings, so the results are not fully out-of-sample. For forecasts published before their
          outcome, see the <Link href="/track-record">public ledger</Link>.
        </p>
      </ProseSection>

      <EarningsSection />
      <KindsSection />
      <WeakSection />

      <ProseSection id="signal" title="The model signal">
        <p>
          The signal, from STRONG BUY to STRONG SELL, sums up the <strong>past trend</strong>. Seven inputs
          vote: the price against its 20-, 50- and 200-day averages and its 20-day exponential average, MACD
          against its signal line, RSI against 50, and the price against its level 63 sessions ago. The
          200-day average counts twice. From{' '}
          <span className="formatted">+{format.sentence(String(SIGNAL_SCORE))}</span> the total is BUY, and
          from <span className="formatted">+{format.sentence(String(STRONG_SIGNAL_SCORE))}</span> STRONG BUY.
          SELL and STRONG SELL mirror that below zero. The signal has no measured edge in forecasting. Select
          “Why” next to it to see every vote. While the market is open it uses the current price, and the
          level changes only once the total is one vote past a limit. Its track record counts closes only,
          with intervals from blocks of two months or more, as above.
        </p>
        <p>
          In the Forecast Signals table, BUY means a median of +2% or more, and SELL a median of −2% or less.
        </p>
      </ProseSection>

      <ProseSection id="sentiment" title="Sentiment">
        <p>
          Each recent headline is scored against lists of words that mean good or bad news for a company. The
          gauge shows the average; a two-day-old headline counts half. It reads words, not meaning, so it
          misses irony and context.
        </p>
      </ProseSection>

      <ProseSection id="limits" title="What it cannot do">
        <ul>
          <li>
            It knows only prices, past dividends and earnings dates. The range doesn’t account for news or
            takeovers. <a href="#weak">Where this model is bad</a> has the figures.
          </li>
          <li>A past track record doesn’t guarantee future results.</li>
          <li>It is an estimate, not advice.</li>
        </ul>
        <p>
          To see where prices come from and how current they are, read <Link href="/data">Data</Link>.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
