/** Compile-time checks that the wire's schemas agree with the types of Worker and compute. */
import { expectTypeOf, test } from 'vitest';
import type {
  AiSignal,
  EncodedCandles,
  HorizonDays,
  RangeLabel,
  SentimentLabel,
  TradingCalendar,
} from '#compute';
import type { SentimentResponse, SnapshotResponse, StockResponse } from '#worker/contract';

test('the contract’s vocabulary equals that of compute', () => {
  expectTypeOf<NonNullable<StockResponse['ai_signal']>>().toEqualTypeOf<AiSignal>();
  expectTypeOf<NonNullable<StockResponse['forecast']>['horizon_days']>().toEqualTypeOf<HorizonDays>();
  expectTypeOf<keyof StockResponse['performance']>().toEqualTypeOf<RangeLabel>();
  expectTypeOf<StockResponse['trading_calendar']>().toEqualTypeOf<TradingCalendar>();
  expectTypeOf<SentimentResponse['label']>().toEqualTypeOf<SentimentLabel>();
  expectTypeOf<SnapshotResponse['columns']>().toEqualTypeOf<EncodedCandles>();
});
