import { parseHorizon } from '#compute';
import { Fragment, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withQueries } from '../../shared/api/query-client.tsx';
import { afterNextPaint } from '../../shared/browser/first-screen.ts';
import { AccountNote } from '../../shared/sign-in/account-note.tsx';
import { userAtom } from '../../shared/sign-in/auth.ts';
import { Card } from '../../shared/ui/card.tsx';
import { HorizonChoice, Select } from '../../shared/ui/field.tsx';
import { AsyncPart, lazyComponent, Skeleton, Spinner } from '../../shared/ui/loading.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import { useAtomValueRawSync } from '../../store.ts';
import { PositionsCard } from './positions-card.tsx';
import { holdingsAtom, type Position } from './read-positions.ts';
import SAMPLES from './sample-portfolios.json' with { type: 'json' };
import { useOutlook, useStage } from './use-outlook.ts';

export const HoldingsPage = withQueries(Page);

/** Fetched beside the prices, so that charts are not evaluated before the first paint. */
const loadAnswer = () => import('./answer.tsx');
const Answer = lazyComponent(loadAnswer, 'Answer');

const OWN = 'Your holdings';

/** In percent of their value. Nothing of them is stored. */
const SAMPLE_POSITIONS = SAMPLES as Readonly<Record<string, readonly Position[]>>;

function Page() {
  const [, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const user = useAtomValueRawSync(userAtom);
  const own = useAtomValueRawSync(holdingsAtom);
  const isEmpty = own.length === 0;
  const names = [...(isEmpty ? [] : [OWN]), ...Object.keys(SAMPLE_POSITIONS)];
  const title = names.find((name) => name === params.get('portfolio')) ?? names[0] ?? '';
  const currency = /^[A-Z]{3}$/.exec(params.get('currency') ?? '')?.[0] ?? null;
  const horizonDays = parseHorizon(params.get('horizon'));
  const outlook = useOutlook(title, SAMPLE_POSITIONS[title] ?? own, horizonDays, currency);
  const isAnswerBuilt = useStage(1) > 0;
  useEffect(() => afterNextPaint(() => void loadAnswer().catch(() => undefined)), []);
  const show = (name: string) => (value: string) => {
    params.set(name, value);
    navigate(`/holdings?${params}`);
  };
  const editor = user && (isEmpty || (title === OWN && isAnswerBuilt)) && (
    <PositionsCard key="positions" outlook={title === OWN ? outlook : null} />
  );
  const waiting = (
    <Card title={title}>
      <Spinner label="Loading stock data..." />
      <Skeleton height={520} />
    </Card>
  );
  const answer = (
    <Fragment key="outlook">
      <div className="cluster">
        <Select
          label="Portfolio"
          hideLabel
          options={names.map((name) => ({ value: name, label: name === OWN ? name : `Sample: ${name}` }))}
          value={title}
          onChange={show('portfolio')}
        />
        <Select
          label="Currency"
          hideLabel
          options={(outlook?.currencyOptions ?? ['USD']).map((code) => ({ value: code, label: code }))}
          value={outlook?.currency ?? 'USD'}
          onChange={show('currency')}
        />
        <HorizonChoice value={horizonDays} onChange={(days) => show('horizon')(`${days}`)} />
      </div>
      <AsyncPart waiting={waiting}>{outlook ? <Answer key={title} outlook={outlook} /> : waiting}</AsyncPart>
    </Fragment>
  );
  return (
    <WorkPage title="Holdings" lead="What these holdings could lose, by the model’s estimate.">
      <AccountNote>your own holdings, kept on all your devices</AccountNote>
      {isEmpty ? [editor, answer] : [answer, editor]}
    </WorkPage>
  );
}
