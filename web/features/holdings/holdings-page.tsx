import { parseHorizon } from '#compute';
import { Fragment } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withQueries } from '../../shared/api/query-client.tsx';
import { AccountNote } from '../../shared/sign-in/account-note.tsx';
import { userAtom } from '../../shared/sign-in/auth.ts';
import { Card } from '../../shared/ui/card.tsx';
import { HorizonChoice, Select } from '../../shared/ui/field.tsx';
import { Skeleton, Spinner } from '../../shared/ui/loading.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import { holdingsAtom, type Position } from '../../shared/user/holdings.ts';
import { useAtomValueRawSync } from '../../store.ts';
import { Answer } from './answer.tsx';
import { PositionsCard } from './positions-card.tsx';
import SAMPLES from './sample-portfolios.json' with { type: 'json' };
import { useOutlook } from './use-outlook.ts';

export const HoldingsPage = withQueries(Page);

const OWN = 'Your holdings';

/** In percent of their value. Nothing of them is stored. */
const SAMPLE_POSITIONS = SAMPLES as Readonly<Record<string, readonly Position[]>>;

function Page() {
  const [, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const user = useAtomValueRawSync(userAtom);
  const own = useAtomValueRawSync(holdingsAtom);
  const names = [...(own.length > 0 ? [OWN] : []), ...Object.keys(SAMPLE_POSITIONS)];
  const title = names.find((name) => name === params.get('portfolio')) ?? names[0] ?? '';
  const positions = SAMPLE_POSITIONS[title] ?? own;
  const currency = /^[A-Z]{3}$/.exec(params.get('currency') ?? '')?.[0] ?? null;
  const horizonDays = parseHorizon(params.get('horizon'));
  const outlook = useOutlook(title, positions, horizonDays, currency);
  const show = (name: string) => (value: string) => {
    params.set(name, value);
    navigate(`/holdings?${params}`);
  };
  const editor = user && (own.length === 0 || title === OWN) && (
    <PositionsCard key="positions" outlook={title === OWN ? outlook : null} />
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
      {outlook ? (
        <Answer key={title} outlook={outlook} />
      ) : (
        <Card title={title}>
          <Spinner label="Loading stock data..." />
          <Skeleton height={520} />
        </Card>
      )}
    </Fragment>
  );
  return (
    <WorkPage title="Holdings" lead="What these holdings could lose, by the model’s estimate.">
      <AccountNote>your own holdings, kept on all your devices</AccountNote>
      {own.length === 0 ? [editor, answer] : [answer, editor]}
    </WorkPage>
  );
}
