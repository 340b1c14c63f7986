import reference, { type FieldRow, type OperationReference } from 'virtual:api-reference';
import { useState } from 'react';
import { useIsHydrated } from '../../shared/browser/browser-state.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import styles from './operations.module.css';

const API_HOST = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '');

export function Operations() {
  return reference.operations.map((operation) => <Operation key={operation.path} {...operation} />);
}

function Operation(operation: OperationReference) {
  const { path, summary, description, parameters, fields, example, response } = operation;
  return (
    <details className={styles.operation}>
      <summary>
        <h3>{`GET ${path}`}</h3>
        <Marked text={summary} />
      </summary>
      <p>
        <Marked text={description} />
      </p>
      <Rows title="Parameters" rows={parameters} />
      <RequestForm path={path} parameters={parameters} />
      <Rows title="Fields of the response" rows={fields} />
      <h4>{`Example: ${example}`}</h4>
      <Code label={`Response to ${example}`} text={response} />
    </details>
  );
}

export function Errors() {
  return <Rows rows={reference.errors} />;
}

function Rows({ title, rows }: { title?: string; rows: readonly FieldRow[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      {title && <h4>{title}</h4>}
      <dl className={styles.rows}>
        {rows.map(({ name, type, meaning }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="note">{type}</dd>
            <dd>
              <Marked text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Opens a response. Without scripts it does so for the example's ticker, which is part of the path. */
function RequestForm({ path, parameters }: Pick<OperationReference, 'path' | 'parameters'>) {
  const isHydrated = useIsHydrated();
  const [ticker, setTicker] = useState('AAPL');
  return (
    <form
      action={API_HOST + path.replace('{ticker}', encodeURIComponent(ticker.trim()))}
      className={styles.form}
    >
      {path.includes('{ticker}') && (
        <Field
          label="ticker"
          value={ticker}
          readOnly={!isHydrated}
          required
          onChange={({ target }) => setTicker(target.value)}
        />
      )}
      {parameters.map(({ name, value }) =>
        value === undefined ? null : (
          <Field key={name} label={name} name={name} defaultValue={value} required />
        ),
      )}
      <Button type="submit">Open response</Button>
    </form>
  );
}

/** Code that scrolls by itself if it is long. */
function Code({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={styles.code}>
      <pre>{text}</pre>
    </section>
  );
}

/** A text whose parts between backticks are code. */
function Marked({ text }: { text: string }) {
  return Array.from(text.matchAll(/`([^`]*)`|[^`]+/g), ({ 0: part, 1: code, index }) =>
    code === undefined ? part : <code key={index}>{code}</code>,
  );
}

/** The badge, and what to paste to show it elsewhere. */
export function Badge() {
  const origin = useIsHydrated()
    ? location.origin
    : import.meta.env.VITE_SITE_ORIGIN || 'https://example.com';
  const [image, page] = [`${origin}/badge.svg`, `${origin}/track-record`];
  const alt = 'Share of Candor’s published 80% ranges that held';
  return (
    <>
      <p>
        <img src={`${API_HOST}/badge.svg`} alt={alt} height={37} />
      </p>
      <Code label="HTML" text={`<a href="${page}"><img src="${image}" alt="${alt}" height="37"></a>`} />
      <Code label="Markdown" text={`[![${alt}](${image})](${page})`} />
    </>
  );
}
