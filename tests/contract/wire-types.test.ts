/** Compile-time checks: the schemas of the wire and the types of the Worker and of compute say the same. */
import { expectTypeOf, test } from 'vitest';
import type {
  AiSignal,
  EncodedCandles,
  HorizonDays,
  RangeLabel,
  SentimentLabel,
  TradingCalendar,
} from '#compute';
import type {
  ForecastInfo,
  SentimentResponse,
  SnapshotResponse,
  StockResponse,
} from '../../worker/contract/contract.ts';

test('the contract’s vocabulary equals that of compute', () => {
  expectTypeOf<NonNullable<StockResponse['ai_signal']>>().toEqualTypeOf<AiSignal>();
  expectTypeOf<ForecastInfo['horizon_days']>().toEqualTypeOf<HorizonDays>();
  expectTypeOf<keyof StockResponse['performance']>().toEqualTypeOf<RangeLabel>();
  expectTypeOf<StockResponse['trading_calendar']>().toEqualTypeOf<TradingCalendar>();
  expectTypeOf<SentimentResponse['label']>().toEqualTypeOf<SentimentLabel>();
  expectTypeOf<SnapshotResponse['columns']>().toEqualTypeOf<EncodedCandles>();
});
