import { provenanceStamp, type Format, type RangeLabel } from '#compute';
import { useCallback, useMemo, useRef, type ComponentProps, type ReactNode } from 'react';
import { readAt } from '../../../shared/api/snapshot.ts';
import { ChartFigure, type ExportableChart } from '../../../shared/charts/chart-figure.tsx';
import type { ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { lazyComponent } from '../../../shared/ui/loading.tsx';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { AfterFirstScreen, usePhone } from '../use-screen.tsx';

const ExportMenu = lazyComponent(() => import('../../../shared/export/export-buttons.tsx'), 'ExportMenu');

type Figure = ComponentProps<typeof ChartFigure>;
type Fixed = Pick<Figure, 'label' | 'spec' | 'columnNames' | 'isZoomable'>;

export interface PriceChartSpec<Data extends Listing = Listing> extends Fixed {
  readonly title: string;
  readonly titleId: string;
  readonly heightPx: number;
  readonly phoneHeightPx: number;
  readonly show: (
    format: Format,
    listing: Data,
    range: RangeLabel,
  ) => Omit<Figure, keyof Fixed | 'heightPx' | 'formatAxis'>;
}

interface PriceChartCardProps<Data extends Listing> extends Pick<
  ComponentProps<typeof Card>,
  'subtitle' | 'actions' | 'footer'
> {
  readonly data: Data;
  readonly spec: PriceChartSpec<Data>;
  readonly range?: RangeLabel;
  readonly layers?: readonly ChartLayer[];
  readonly titleNote?: string;
  readonly above?: ReactNode;
  readonly below?: ReactNode;
}

export function PriceChartCard<Data extends Listing>(props: PriceChartCardProps<Data>) {
  const { data, range = 'ALL', layers, titleNote, above, below, ...card } = props;
  const { title, titleId, heightPx, phoneHeightPx, show, ...spec } = props.spec;
  const { response } = data;
  const format = useFormat();
  const figure = useRef<ExportableChart>(null);
  const isPhone = usePhone();
  const formatAxis = useCallback(
    (price: number, decimals?: number) => format.price(price, response, decimals),
    [format, response],
  );
  const chart = useMemo(() => show(format, data, range), [show, format, data, range]);
  const annotations = useMemo(
    () => (layers ? { ...chart.annotations, layers } : chart.annotations),
    [chart, layers],
  );
  const source = provenanceStamp(format, readAt(data, data.receivedAtMs), data.receivedAtMs);
  const provenance = { subject: response.ticker, source, asOf: response.as_of };
  return (
    <Card
      {...card}
      title={titleNote ? `${title} (${titleNote})` : title}
      titleId={titleId}
      flush
      menu={
        // Also before the menu is there, so that the actions keep their place.
        <span>
          <AfterFirstScreen>
            <ExportMenu title={title} chart={figure} provenance={provenance} />
          </AfterFirstScreen>
        </span>
      }
    >
      {above}
      <ChartFigure
        ref={figure}
        {...spec}
        {...chart}
        annotations={annotations}
        quoted={response}
        formatAxis={formatAxis}
        heightPx={isPhone ? phoneHeightPx : heightPx}
      />
      {below}
    </Card>
  );
}
