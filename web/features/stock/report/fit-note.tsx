import { FITTED_FROM, FITTED_UNTIL } from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';

/** What a replayed forecast knew: of prices, and through its coefficients. */
export function FitNote({ isInSample = false }: { isInSample: boolean | undefined }) {
  const format = useFormat();
  return (
    <>
      Each forecast saw only the prices before it; the coefficients are those of {format.isoDate(FITTED_FROM)}{' '}
      to {format.isoDate(FITTED_UNTIL)}.
      {isInSample && <strong> In-sample: some of these forecasts are of that time.</strong>}
    </>
  );
}
