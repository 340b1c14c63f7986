import { Fragment, type ReactNode } from 'react';
import { NotATicker, Quoted } from '../../shared/search/address-note.tsx';
import { DEFAULT_BENCHMARK, MAX_COMPARED, type LeftOut } from './compare-url.ts';

/** As many names as a sentence holds. */
const MAX_NAMED = 3;

/** What the address asks for and is not compared; `null` where that is nothing. */
export function leftOutText({ misread, tooMany, benchmark }: LeftOut): ReactNode {
  if (misread.length + tooMany.length === 0 && benchmark === null) return null;
  return (
    <>
      {misread.length > 0 && (
        <>
          Left out, as no ticker:{' '}
          {few(misread, (text) => (
            <Quoted text={text} />
          ))}
          .{' '}
        </>
      )}
      {tooMany.length > 0 && (
        <>
          Left out, beyond {MAX_COMPARED} listings: {few(tooMany)}.{' '}
        </>
      )}
      {benchmark !== null && (
        <>
          <NotATicker text={benchmark} /> The benchmark is {DEFAULT_BENCHMARK}.
        </>
      )}
    </>
  );
}

function few(names: readonly string[], show: (name: string) => ReactNode = (name) => name): ReactNode {
  const more = names.length - MAX_NAMED;
  return (
    <>
      {names.slice(0, MAX_NAMED).map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {show(name)}
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
