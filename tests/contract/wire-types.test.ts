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
import type { Failure } from '../../worker/failure.ts';
import type {
  ApiError,
  ErrorCode,
  ForecastInfo,
  SentimentResponse,
  SnapshotResponse,
  StockResponse,
} from '../../worker/contract/contract.ts';

test('the vocabulary of the contract is that of compute', () => {
  expectTypeOf<NonNullable<StockResponse['ai_signal']>>().toEqualTypeOf<AiSignal>();
  expectTypeOf<ForecastInfo['horizon_days']>().toEqualTypeOf<HorizonDays>();
  expectTypeOf<keyof StockResponse['performance']>().toEqualTypeOf<RangeLabel>();
  expectTypeOf<StockResponse['trading_calendar']>().toEqualTypeOf<TradingCalendar>();
  expectTypeOf<SentimentResponse['label']>().toEqualTypeOf<SentimentLabel>();
  expectTypeOf<SnapshotResponse['columns']>().toEqualTypeOf<EncodedCandles>();
});

test('every reason of the service is a code of the contract, and every code has a reason', () => {
  expectTypeOf<Failure['reason']>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<ApiError['code']>().toEqualTypeOf<ErrorCode>();
});
