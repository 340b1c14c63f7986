import type { SnapshotResponse } from '#worker/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import cards from './cards.module.css';

export function StatsCard({ response }: { response: SnapshotResponse }) {
  const format = useFormat();
  const { pe_ratio: peRatio, day_high: dayHigh, day_low: dayLow } = response;
  const facts = {
    'Market Cap': format.marketCap(response.market_cap, response.currency),
    Volume: format.volume(response.volume),
    ...(peRatio !== null && { 'P/E Ratio': format.fixed(peRatio, 2) }),
    ...(dayHigh !== null && { 'Day High': format.price(dayHigh, response) }),
    ...(dayLow !== null && { 'Day Low': format.price(dayLow, response) }),
  };
  return (
    <Card title="Stats" titleId="stats">
      <dl className={`${cards.facts} ${cards.pairs}`}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
