import reference, { type FieldRow, type OperationReference } from 'virtual:api-reference';
import { useState } from 'react';
import { useIsHydrated } from '../../shared/browser/browser-state.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field, Select } from '../../shared/ui/field.tsx';
import { ProseTable } from '../../shared/ui/page.tsx';
import styles from './operations.module.css';

const API_HOST = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '');

export function OperationList() {
  return (
    <ul>
      {reference.operations.map(({ name, path, summary }) => (
        <li key={name}>
          <a href={`#${name}`}>{path}</a>: <Marked text={summary.replace(/(?<=\.) .*/s, '')} />
        </li>
      ))}
    </ul>
  );
}

export function Operations() {
  return reference.operations.map((operation) => <Operation key={operation.name} {...operation} />);
}

function Operation(operation: OperationReference) {
  const { name, path, summary, parameters, fields, otherFields, sameAs, example, response } = operation;
  return (
    <section id={name} aria-labelledby={`${name}-title`} className={styles.operation}>
      <h3 id={`${name}-title`}>
        <code>{`GET ${path}`}</code>
      </h3>
      <p>
        <Marked text={summary} />
      </p>
      <Rows
        rows={parameters.map(({ name: parameter, facts, description }) => ({
          path: parameter,
          type: facts,
          unit: '',
          meaning: description,
        }))}
      />
      <RequestForm path={path} parameters={parameters} />
      {sameAs !== null && (
        <p>
          The response has the same fields as <code>{sameAs}</code>.
        </p>
      )}
      {fields.length > 0 && (
        <details className="disclosure">
          <summary>{`Fields of ${path}`}</summary>
          <Rows rows={fields} />
          {otherFields.length > 0 && <p>Only in another form of the response:</p>}
          <Rows rows={otherFields} />
        </details>
      )}
      <details className="disclosure">
        <summary>{`Example of ${path}`}</summary>
        <Code label={`Response to ${example}`} text={response} />
      </details>
    </section>
  );
}

function Rows({ rows }: { rows: readonly FieldRow[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className={styles.rows}>
      {rows.map(({ path, type, unit, meaning }) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd className="note">{unit === '' ? type : `${type} · ${unit}`}</dd>
          <dd>
            <Marked text={meaning} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Opens a response. Without scripts it does so for the example's ticker, which is part of the path. */
function RequestForm({ path, parameters }: Pick<OperationReference, 'path' | 'parameters'>) {
  const isHydrated = useIsHydrated();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const valueOf = (name: string, value: string) => values[name] ?? value;
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const ticker = parameters.find(({ name }) => name === 'ticker')?.form?.value ?? '';
  const action = API_HOST + path.replace('{ticker}', encodeURIComponent(valueOf('ticker', ticker).trim()));
  return (
    <form action={action} className={styles.form}>
      {parameters.map(({ name, form }) => {
        if (form === undefined) return null;
        const shared = { label: name, value: valueOf(name, form.value) };
        const isInPath = path.includes(`{${name}}`);
        return form.options.length > 0 ? (
          <Select
            key={name}
            {...shared}
            name={name}
            options={form.options.map((value) => ({ value, label: value }))}
            onChange={(value) => set(name, value)}
          />
        ) : (
          <Field
            key={name}
            {...shared}
            {...(!isInPath && { name })}
            readOnly={isInPath && !isHydrated}
            required
            onChange={({ target }) => set(name, target.value)}
          />
        );
      })}
      <Button type="submit">Open response</Button>
    </form>
  );
}

/** Code that scrolls by itself if its lines are long. */
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

export function ErrorTable() {
  return (
    <ProseTable
      caption="Codes of failed requests. New ones can be added."
      headers={['Code', 'Status', 'Sentence']}
      rows={reference.errors.map(({ code, status, error }) => [code, String(status), error])}
    />
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
