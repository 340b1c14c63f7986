/** Compile-time checks: what the Worker builds is the contract, and a wrong field does not compile. */
import { expectTypeOf, test } from 'vitest';
import type { AiSignal, HorizonDays, RangeLabel, SentimentLabel, TradingCalendar } from '#compute';
import type { ServiceError } from '../../worker/errors.ts';
import type {
  ApiError,
  ErrorCode,
  QuoteReady,
  SentimentResponse,
  StockColumnsResponse,
  StockResponse,
} from '../../worker/contract.ts';
import type { newsSentiment } from '../../worker/sentiment.ts';
import type { provenance, quoteReady, stockColumnsResponse, stockResponse } from '../../worker/wire.ts';

test('the stock handlers build the contract, field for field', () => {
  expectTypeOf<ReturnType<typeof stockResponse>>().toEqualTypeOf<StockResponse>();
  expectTypeOf<ReturnType<typeof quoteReady>>().toEqualTypeOf<QuoteReady>();
  expectTypeOf<ReturnType<typeof stockColumnsResponse>>().toEqualTypeOf<StockColumnsResponse>();
  expectTypeOf<
    NonNullable<ReturnType<typeof newsSentiment>> & ReturnType<typeof provenance>
  >().toExtend<SentimentResponse>();
});

test('the vocabulary of the contract is that of compute', () => {
  expectTypeOf<StockResponse['ai_signal']>().toEqualTypeOf<AiSignal>();
  expectTypeOf<StockResponse['forecast']['horizon_days']>().toEqualTypeOf<HorizonDays>();
  expectTypeOf<keyof StockResponse['performance']>().toEqualTypeOf<RangeLabel>();
  expectTypeOf<StockResponse['trading_calendar']>().toEqualTypeOf<TradingCalendar>();
  expectTypeOf<SentimentResponse['label']>().toEqualTypeOf<SentimentLabel>();
});

test('every reason of the service is a code of the contract, and every code has a reason', () => {
  expectTypeOf<ServiceError['reason']>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<ApiError['code']>().toEqualTypeOf<ErrorCode>();
});

test('a client cannot read a field that the contract does not have', () => {
  // @ts-expect-error -- the contract writes current_price
  expectTypeOf<StockResponse['currentPrice']>().toBeNever();
  // @ts-expect-error -- nobody knows this code
  expectTypeOf<'no_such_code'>().toExtend<ErrorCode>();
});
