import { useFormat } from '../../../shared/format/use-format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import cards from './cards.module.css';
import type { SnapshotReading } from '../../../shared/api/snapshot.ts';

export function StatsCard({ response }: { response: SnapshotReading }) {
  const format = useFormat();
  const { pe_ratio: peRatio, day_high: dayHigh, day_low: dayLow } = response;
  const rows = [
    { name: 'Market Cap', value: format.marketCap(response.market_cap, response.currency) },
    { name: 'Volume', value: format.volume(response.volume) },
    { name: 'P/E Ratio', value: peRatio === null ? undefined : format.fixed(peRatio, 2) },
    { name: 'Day High', value: dayHigh === null ? undefined : format.price(dayHigh, response) },
    { name: 'Day Low', value: dayLow === null ? undefined : format.price(dayLow, response) },
  ];
  return (
    <Card title="Stats" titleId="stats">
      <dl className={`${cards.facts} ${cards.pairs}`}>
        {rows.map(
          ({ name, value }) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}
