import { FITTED_FROM, FITTED_UNTIL, MIN_FORECAST_BARS, SIGNAL_SCORE, STRONG_SIGNAL_SCORE } from '#compute';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { ProsePage, ProseSection, ProseTable } from '../../shared/ui/page.tsx';
/** As in `compute/README.md` ("The forecast in parts"), for 1, 7, 14 and 30 trading days; a test compares the two. */
import measured from './measured-scores.json' with { type: 'json' };

export function MethodPage() {
  const format = useFormat();
  return (
    <ProsePage
      title="How the forecast is made"
      lead="Tomorrow’s price cannot be known. How far it may move can be estimated, and how often the estimate was right can be measured. This page explains how Candor does both."
    >
      <ProseSection id="median" title="The line in the middle">
        <p>
          The median path is the last price with a small drift of <strong>0.03% a session</strong>, the same
          for every listing. It is not a prediction of direction. Extending past trends into the future was
          tested too, and did worse. So the Expected Change is small, and rows of the signals table are nearly
          always HOLD: the past does not support a median of +2% or more within a few days.
        </p>
      </ProseSection>

      <ProseSection id="range" title="The range around it">
        <p>
          The width is what the model is good at. From a listing’s own recent price moves, a formula (a
          regression, fitted on many listings at once) estimates how strongly the price will swing over the
          coming trading days. The range allows for rare large moves (fat tails), and leans to one side where
          prices do. How far earlier forecasts of a listing missed makes its range wider or narrower.
        </p>
        <p>
          Shaded are the central <strong>50, 80 and 95%</strong>: eight of ten outcomes should end inside the
          80% range. The chances of a 2% move and the confidence come from the same estimate. Confidence is
          the chance to end within ±2% (1 day), ±3% (7 days) or ±5% (14 and 30 days) of the median. Days are
          trading days; weekends and exchange holidays are skipped.
        </p>
        <p>
          Under {MIN_FORECAST_BARS} days of prices there is no forecast. Only prices up to the moment of the
          forecast are used. While the market is open, a day that is not over is not read as a whole one: the
          width comes from the days before it, and the range reaches from this moment to each close. On a past
          ex-dividend day the dividend is added back, so that paying it does not count as a move; dividends
          still to come are not in the forecast.
        </p>
      </ProseSection>

      <ProseSection id="record" title="The track record">
        <p>
          The Track record card replays exactly this model on the listing’s own past: a forecast every fifth
          session over the last 250 sessions whose outcome is known, each made from the prices before it. The
          model was fitted on prices from {format.isoDate(FITTED_FROM)} to {format.isoDate(FITTED_UNTIL)}. A
          forecast replayed between these dates is in-sample: the model has already seen what came next, which
          makes it look better than it is, by 0.2% of the error at one day and by about 1% at thirty. The card
          shows how often the ranges held, whether the median did better than assuming no change, and whether
          the ranges did better than a baseline, a range of constant volatility and the same drift. How often
          the median called the direction is not shown: it always leans up, so that says how often the price
          rose. Each figure has a 95% interval, where its true value lies with 95% confidence. It comes from
          how much stretches of two months or more differ from each other: good and bad weeks come in
          clusters, so counting single forecasts would make the figure look surer than it is. If the interval
          includes “no change”, the card says that the median did neither clearly better nor clearly worse.
        </p>
        <ProseTable
          caption="Measured on 40 listings, each scored by a model that was fitted without any listing of its own era. The last two rows are error ratios: below 1 is better than the baseline, a range of constant volatility and the same drift. For the last one no outcome of the scored years was fitted either."
          heads={['Trading days', '1', '7', '14', '30']}
          rows={measured.map(({ name, values }) =>
            [
              name,
              values.map((value) =>
                value.includes('.') ? format.sentence(value) : format.count(Number(value)),
              ),
            ].flat(),
          )}
        />
        <p>
          The gain over the baseline is 4% of the error at one day and 1 to 2% at thirty. Three settings of
          the fit (the weight of its tails, how strongly it is held back, and how much a listing’s own past
          counts) were chosen on the same 40 listings, so they are not fully out-of-sample. Forecasts written
          down before their outcome are in the <Link href="/track-record">public ledger</Link>.
        </p>
      </ProseSection>

      <ProseSection id="signal" title="The model signal">
        <p>
          STRONG BUY to STRONG SELL sums up the <strong>trend of the past</strong>. Seven readings vote: the
          price against its 20, 50 and 200-day averages and its 20-day exponential average, MACD against its
          signal line, RSI against 50, and the price against that of 63 sessions ago. The 200-day average
          counts twice. From +{format.sentence(String(SIGNAL_SCORE))} the sum is a BUY, from +
          {format.sentence(String(STRONG_SIGNAL_SCORE))} a STRONG BUY, and the same below zero for SELL. It
          has no measured edge in forecasting. “Why” beside the signal lists every vote. While the market is
          open it votes with the price of the moment; its track record counts closes only, with intervals from
          blocks of months like those above.
        </p>
        <p>In the table of forecast days, BUY means a median of +2% or more and SELL of −2% or less.</p>
      </ProseSection>

      <ProseSection id="sentiment" title="Sentiment">
        <p>
          Each recent headline is scored by lists of words that mean good or bad news for a company. The gauge
          is their average; a headline two days old counts half. It reads words, not meaning: irony and
          context escape it.
        </p>
      </ProseSection>

      <ProseSection id="limits" title="What it cannot do">
        <ul>
          <li>
            It knows prices and past dividends only. Earnings dates, news and takeovers are not in the range.
          </li>
          <li>A past record is no guarantee of the future.</li>
          <li>It is an estimate, not advice.</li>
        </ul>
        <p>
          Where the prices come from and how old they are: <Link href="/data">About the data</Link>.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
