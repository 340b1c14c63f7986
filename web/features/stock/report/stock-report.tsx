import { memo, useEffect, useState } from 'react';
import { afterNextPaint, firstScreenPaintedAtom } from '../../../shared/browser/first-screen.ts';
import { AsyncPart, lazyComponent } from '../../../shared/ui/loading.tsx';
import { useMediaQuery } from '../../../shared/browser/browser-state.ts';
import { useSetAtom } from '../../../store.ts';
import { ForecastCard } from '../charts/prediction-chart.tsx';
import { hasForecast, type Listing } from '../../../shared/api/listing-queries.ts';
import { WaitingCard } from '../load-state.tsx';
import type { ReportBelowProps } from './report-below.tsx';
import styles from '../stock-page.module.css';
import { SummaryTiles } from './summary-tiles.tsx';
import { usePhone } from '../use-screen.tsx';

const loadBelow = () => import('./report-below.tsx');
const ReportBelow = lazyComponent(loadBelow, 'ReportBelow');
const SectionNav = lazyComponent(loadBelow, 'SectionNav');

export const StockReport = memo(function StockReport({ data }: { data: Listing }) {
  const isWide = useMediaQuery('(width >= 1024px)');
  const isPhone = usePhone();
  /** Whether the first row is painted. The charts draw in their own effects, which run before this one. */
  const [isPainted, setPainted] = useState(false);
  const setFirstScreenPainted = useSetAtom(firstScreenPaintedAtom);
  useEffect(
    () =>
      afterNextPaint(() => {
        setFirstScreenPainted(true);
        setPainted(true);
      }),
    [setFirstScreenPainted],
  );
  const sections = (
    <div key="sections" className={styles.sections}>
      {isPainted && (
        <AsyncPart>
          <SectionNav data={data} />
        </AsyncPart>
      )}
    </div>
  );
  // One place for the forecast in both layouts, or a rotated tablet would lose what was entered there.
  return [
    isWide && sections,
    <div key="columns" className={isWide ? styles.columns : styles.single}>
      <div className={styles.column}>
        <ForecastCard data={data} />
        {isWide && <CardsBelow {...{ data, isPainted }} column="left" />}
      </div>
      {/* Below the forecast, which fills a phone's first screen. */}
      {!isWide && sections}
      <div className={styles.column}>
        {isPhone && <SummaryTiles data={data} />}
        <CardsBelow {...{ data, isPainted }} column={isWide ? 'right' : 'only'} />
      </div>
    </div>,
  ];
});

function CardsBelow({ isPainted, ...props }: ReportBelowProps & { isPainted: boolean }) {
  const waiting = props.column !== 'left' && (
    <>
      {hasForecast(props.data) && <WaitingCard title="Odds" heightPx={112} />}
      <WaitingCard title="Track record" heightPx={320} />
    </>
  );
  if (!isPainted) return waiting;
  return (
    <AsyncPart waiting={waiting}>
      <ReportBelow {...props} />
    </AsyncPart>
  );
}
