import { useFormat } from '../../shared/format/use-format.ts';
import { ProseSection, ProseTable } from '../../shared/ui/page.tsx';
/** Own evaluation and study, worst cases first. Source: `compute/README.md`; a test compares the two. */
import weak from './weak-cases.json' with { type: 'json' };

/**
 * `earnings`: 478 shares; before, with a known date, with a projected one; percent held of the 80 and the 95 % range. `kinds`: 940
 * listings; percent whose own interval of the 80 % range's coverage contains 80, over 1, 7 and 30 sessions.
 */
import study from './study-tables.json' with { type: 'json' };

export function EarningsSection() {
  return (
    <ProseSection id="earnings" title="Earnings">
      <p>
        Since version 3.1.0 the range knows when a company reports. On the session that reacts, a price moves
        about three times as far as on others, so the range is wider there: by how far this listing moved on
        its own past earnings, blended with the average of all companies. Sessions without earnings get a
        slightly narrower range in return. Listings without known dates keep the range of version 3.0.0.
      </p>
      <p>
        Past dates come from filings with the SEC, so US shares only. A coming date counts as confirmed if a
        source has announced it. Otherwise it’s projected: 52 weeks after the same quarter’s earnings. Half of
        these projections are right to the day, and 95% within a week; the range spreads its width
        accordingly. Companies that report every half-year keep their range, because how they react was not
        measured.
      </p>
      <FormattedTable
        caption="Share of outcomes inside the 80 / 95% range over forecasts with an earnings day, in percent. From a study of 478 US shares with 22,500 earnings days, fitted on half of them before 2018 and scored on the other half from 2018 on."
        headers={['Trading days', '3.0.0', 'Date known', 'Date projected']}
        rows={study.earnings}
      />
    </ProseSection>
  );
}

export function KindsSection() {
  return (
    <ProseSection id="kinds" title="Funds, indices, currencies and coins">
      <p>
        The formula was fitted on shares. Since version 3.1.0 other listings differ. If they swing less or
        more than any share, their own level counts in full. A currency pair and its inverse say the same. A
        volatility index drifts back to its average of the last year; nothing else does.
      </p>
      <p>
        Some prices are set, not found: money funds, pegs, most stablecoins. If a price moves by less than
        0.04% on half of all days, Candor shows no forecast. Nor does it for options, warrants and single
        bonds, and if a listing’s own 80% range held so seldom that 70% is out of reach.
      </p>
      <FormattedTable
        caption="Share of listings whose own 95% interval for the 80% range contains 80%, at 1 / 7 / 30 trading days, in percent. From a study of 940 listings."
        headers={['Listings', '3.0.0', '3.1.0']}
        rows={study.kinds}
      />
    </ProseSection>
  );
}

export function WeakSection() {
  return (
    <ProseSection id="weak" title="Where this model is bad">
      <p>
        Worst cases first. “Ours” is this model’s evaluation on 23 shares with earnings dates, 5 funds and one
        coin, every session a forecast; in parentheses the 95% interval. “Study” is the one above, 80 / 95%
        range.
      </p>
      <FormattedTable
        caption="How often ranges held, in percent; stated: 80 and 95."
        headers={['Case', 'Forecasts', '80%, ours', '95%, ours', 'Study']}
        rows={weak.map(({ name, values }) => [name].concat(values))}
      />
      <ul>
        <li>
          The chance of a rise is too high for shares under $2 (52% stated, 40% came), leveraged funds (52 and
          46%) and volatility funds (53 and 38%).
        </li>
        <li>Known ex-dividend dates of distributing funds are not taken off the median.</li>
        <li>Earnings outside the United States, news and takeovers are unknown to it.</li>
      </ul>
    </ProseSection>
  );
}

function FormattedTable({ rows, ...table }: Parameters<typeof ProseTable>[0]) {
  const format = useFormat();
  const written = rows.map(([name = '', ...cells]) => [
    name,
    ...cells.map((cell) => (/^\d{4,}$/.test(cell) ? format.count(Number(cell)) : format.sentence(cell))),
  ]);
  return (
    <div className="formatted">
      <ProseTable {...table} rows={written} />
    </div>
  );
}
